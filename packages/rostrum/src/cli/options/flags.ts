import { Option, type Command } from "commander";
import { CONFIG_OPTIONS, type ConfigOption } from "./table.ts";

/** Part of a config, as the flags gave it. */
export type ConfigPatch = Record<string, unknown>;

/** Adds every config option to a command, in groups. */
export function addConfigFlags(command: Command): Command {
  for (const group of ["Panel", "Debate", "Limits"] as const) {
    command.optionsGroup(`${group}:`);
    for (const option of CONFIG_OPTIONS.filter((each) => each.group === group))
      addFlag(command, option);
  }
  return command;
}

function addFlag(command: Command, { flag, short, kind, help, many }: ConfigOption): void {
  const names = short === undefined ? flag : `${short}, ${flag}`;
  if (kind.placeholder === undefined) {
    command.option(names, help).option(flag.replace("--", "--no-"), `not ${flag}`);
    return;
  }
  const option = new Option(`${names} <${kind.placeholder}>`, help);
  option.argParser((text: string, before: unknown) => {
    const value = kind.read(text, flag);
    return many ? [...(Array.isArray(before) ? before : []), value] : value;
  });
  command.addOption(option);
}

/** The config options among a command's parsed flags. */
export function patchFrom(parsed: Record<string, unknown>): ConfigPatch {
  const patch: ConfigPatch = {};
  for (const { path, flag } of CONFIG_OPTIONS) {
    const value = parsed[camelCase(flag)];
    if (value === undefined) continue;
    const [first = "", second] = path.split(".");
    patch[first] =
      second === undefined ? value : { ...(patch[first] as object | undefined), [second]: value };
  }
  return patch;
}

/** Flags win over the config; caps and limits are merged one by one. */
export function merged(config: ConfigPatch, patch: ConfigPatch): ConfigPatch {
  const both = { ...config, ...patch };
  for (const key of ["budget", "limits"]) {
    const [mine, theirs] = [config[key], patch[key]];
    if (mine && theirs) both[key] = { ...mine, ...theirs };
  }
  return both;
}

function camelCase(flag: string): string {
  return flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
