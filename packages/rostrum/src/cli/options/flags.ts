import { Option, type Command } from "commander";
import { MEMBER_OPTIONS, withMemberFields, type MemberFields } from "./member-options.ts";
import { CONFIG_OPTIONS, type ConfigOption } from "./table.ts";

/** Part of a config, as the flags gave it. */
export type ConfigPatch = Record<string, unknown>;

/** Adds every config option to a command, in groups. */
export function addConfigFlags(command: Command): Command {
  for (const group of ["Panel", "Debate", "Limits"] as const) {
    command.optionsGroup(`${group}:`);
    for (const option of CONFIG_OPTIONS.filter((each) => each.group === group))
      addFlag(command, option);
    if (group === "Panel") for (const option of MEMBER_OPTIONS) addFlag(command, option);
  }
  return command;
}

type Flag = Pick<ConfigOption, "flag" | "short" | "kind" | "help" | "many">;

function addFlag(command: Command, { flag, short, kind, help, many }: Flag): void {
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
  for (const { field, flag } of MEMBER_OPTIONS) {
    const value = parsed[camelCase(flag)];
    if (value !== undefined) patch[EACH] = { ...(patch[EACH] as MemberFields), [field]: value };
  }
  for (const { path, flag } of CONFIG_OPTIONS) {
    const value = parsed[camelCase(flag)];
    if (value === undefined) continue;
    const [first = "", second] = path.split(".");
    patch[first] =
      second === undefined ? value : { ...(patch[first] as object | undefined), [second]: value };
  }
  return patch;
}

/** Where a patch keeps what is for every debater. */
const EACH = "each";

/** Flags win over the config; caps and limits are merged one by one. */
export function merged(config: ConfigPatch, given: ConfigPatch): ConfigPatch {
  const { [EACH]: each, ...patch } = given;
  const both: ConfigPatch = { ...config, ...patch };
  for (const key of ["budget", "limits"]) {
    const [mine, theirs] = [config[key], patch[key]];
    if (mine && theirs) both[key] = { ...mine, ...theirs };
  }
  // One model on the command line is a panel of it.
  if (both["debaters"] === undefined && both["model"] !== undefined)
    both["debaters"] = both["model"];
  return withMemberFields(both, each ?? {});
}

function camelCase(flag: string): string {
  return flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
