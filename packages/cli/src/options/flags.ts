import { Option, type Command } from "commander";
import {
  CONFIG,
  DEBATER,
  formatDefault,
  listRuleNames,
  type OptionField,
  type OptionFields,
  type Flag,
  type FlagGroup,
} from "@rostrum/core/options";
import { formatTime, readFlag } from "./read-flag.ts";
import { isModel } from "@rostrum/runtime/models";
import type { Debater } from "@rostrum/core/protocol";
import {
  BudgetExceededError,
  ConfigError,
  JournalMismatchError,
  readMessage,
} from "@rostrum/core/support";

/** Part of a config, as set by flags. */
export type ConfigPatch = Record<string, unknown>;

/** A config option that has a flag. */
export interface FlaggedOption {
  /** Path in a config, such as `["budget", "usd"]`. */
  path: readonly [string, string?];
  field: OptionField;
  flag: Flag;
}

/** Key in a patch for settings of every debater. */
const MEMBERS_KEY = "each";

/** Options that have a flag, in the order of their definitions. Settings of debaters are under `each`. */
export const FLAGGED_OPTIONS: readonly FlaggedOption[] = [
  ...Object.entries(CONFIG).flatMap(([name, field]) =>
    field.kind === "group" ? listFlagged(field.fields, name) : listFlagged({ [name]: field }),
  ),
  ...listFlagged(DEBATER, MEMBERS_KEY),
];

function listFlagged(fields: OptionFields, group?: string): FlaggedOption[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path: FlaggedOption["path"] = group === undefined ? [name] : [group, name];
    return field.flag === undefined ? [] : [{ path, field, flag: field.flag }];
  });
}

/**
 * Adds all config options to a command, in groups. `--help` shows the common ones; `--help-all` also shows the others
 * and the command's own `rare` flags.
 */
export function addConfigFlags(
  command: Command,
  rare: readonly string[] = [],
  /** Flags that mean nothing to this command. Never shown; the engine says why if one is given. */
  meaningless: readonly string[] = [],
): Command {
  for (const group of ["Panel", "Debate", "Limits"] as const satisfies FlagGroup[]) {
    command.optionsGroup(`${group}:`);
    for (const option of FLAGGED_OPTIONS.filter(({ flag }) => flag.group === group)) {
      addFlag(command, option);
    }
  }
  const hidden = new Set([
    ...rare,
    ...FLAGGED_OPTIONS.flatMap(({ flag }) => (flag.common ? [] : flag.name)),
    // Turning off is needed only if a config has turned the option on.
    ...FLAGGED_OPTIONS.map(({ flag }) => flag.name.replace("--", "--no-")),
  ]);
  const isMeaningless = ({ long = "" }: Option): boolean =>
    meaningless.includes(long.replace("--no-", "--"));
  for (const option of command.options)
    option.hideHelp(hidden.has(option.long ?? "") || isMeaningless(option));
  command.optionsGroup("Options:").option("--help-all", "show every flag");
  return command.on("option:help-all", () => {
    for (const option of command.options) option.hideHelp(isMeaningless(option));
    command.help();
  });
}

function addFlag(command: Command, { field, flag }: FlaggedOption): void {
  const names = flag.short === undefined ? flag.name : `${flag.short}, ${flag.name}`;
  if (isSwitch(field)) {
    command.option(names, formatHelp(field));
    command.option(flag.name.replace("--", "--no-"), `turn ${flag.name} off`);
    return;
  }
  const option = new Option(`${names} <${choosePlaceholder(field)}>`, formatHelp(field));
  option.argParser((text: string, before: unknown) => {
    const value = readFlag(field, flag.name, text);
    return field.many ? [...(Array.isArray(before) ? before : []), value] : value;
  });
  command.addOption(option);
}

/** Switches take no value; `--no-…` turns them off. */
function isSwitch({ kind }: OptionField): boolean {
  return kind === "boolean" || kind === "personas" || kind === "crux";
}

/** Description of an option, with its values and default, in the style of all flags: fragments without a full stop. */
export function formatHelp(field: OptionField): string {
  const description = field.flag?.help ?? field.about;
  const values = field.kind === "rule" ? ` One of ${listRuleNames(field.rules)}.` : "";
  const { kind, default: value } = field;
  // The flag takes seconds where a config takes milliseconds.
  const fallback =
    kind === "milliseconds" && typeof value === "number" ? formatTime(value) : formatDefault(field);
  const defaultText =
    fallback === null ? null : ({ false: "off", true: "on" }[fallback] ?? fallback);
  const help = joinSentences(`${description}${values}`.replaceAll("`", ""));
  return defaultText === null ? help : `${help} (default: ${defaultText.replaceAll("`", "")})`;
}

/** Joins sentences by semicolons, in lower case except for words such as MCP. */
function joinSentences(text: string): string {
  return text
    .replace(/\.$/, "")
    .split(/\.\s+(?=[a-z])/i)
    .map((sentence) => sentence.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase()))
    .join("; ");
}

const PLACEHOLDERS: Partial<Record<OptionField["kind"], string>> = {
  milliseconds: "time",
  rule: "rule",
  model: "id",
  debater: "id",
  text: "text",
};

function choosePlaceholder(field: OptionField): string {
  if (field.flag?.placeholder !== undefined) return field.flag.placeholder;
  return field.kind === "one_of" ? field.values.join("|") : (PLACEHOLDERS[field.kind] ?? "n");
}

/** Picks the config options from a command's parsed flags. */
export function readPatch(parsed: Record<string, unknown>): ConfigPatch {
  const patch: ConfigPatch = {};
  for (const { path, flag } of FLAGGED_OPTIONS) {
    const value = parsed[camelCase(flag.name)];
    if (value === undefined) continue;
    const [first, second] = path;
    patch[first] =
      second === undefined ? value : { ...(patch[first] as object | undefined), [second]: value };
  }
  return patch;
}

/** Merges flags into a config. Flags win; groups such as caps and limits are merged field by field. */
export function mergeConfig(config: ConfigPatch, flagPatch: ConfigPatch): ConfigPatch {
  const { [MEMBERS_KEY]: memberFields, ...patch } = flagPatch;
  const mergedConfig: ConfigPatch = { ...config, ...patch };
  for (const [key, { kind }] of Object.entries(CONFIG)) {
    const [configGroup, flagGroup] = [config[key], patch[key]];
    if (kind === "group" && configGroup && flagGroup)
      mergedConfig[key] = { ...configGroup, ...flagGroup };
  }
  // The flag chooses the report, and the config may choose the model that writes it.
  const [configReport, flagReport] = [config["report"], patch["report"]];
  if (typeof configReport === "object" && (flagReport === "claims" || flagReport === "memo")) {
    mergedConfig["report"] = { ...configReport, type: flagReport };
  }
  // One model on the command line is a whole panel.
  if (mergedConfig["debaters"] === undefined && mergedConfig["model"] !== undefined) {
    mergedConfig["debaters"] = mergedConfig["model"];
  }
  return addMemberFields(mergedConfig, memberFields ?? {});
}

/** Name under which commander stores a flag. */
export function camelCase(flag: string): string {
  return flag.slice(2).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Fields that flags set for every member. */
export type MemberFields = Partial<Record<string, unknown>>;

/** Sets fields of every debater, and those that apply to judges also of the judge. */
function addMemberFields(
  config: Record<string, unknown>,
  fields: MemberFields,
): Record<string, unknown> {
  if (Object.keys(fields).length === 0) return config;
  const forJudge = Object.fromEntries(
    Object.entries(fields).filter(([name]) => (DEBATER as OptionFields)[name]?.flag?.judgeToo),
  );
  const { debaters, judge, panelSize } = config;
  return {
    ...config,
    ...(debaters === undefined ? {} : { debaters: addToSeats(debaters, panelSize, fields) }),
    ...(judge === undefined ? {} : { judge: addFields(judge, forJudge) }),
  };
}

function addToSeats(debaters: unknown, panelSize: unknown, fields: MemberFields): unknown {
  if (Array.isArray(debaters)) return debaters.map((each) => addFields(each, fields));
  const size = typeof panelSize === "number" ? panelSize : Number(CONFIG.panelSize.default);
  if (typeof debaters === "string") {
    const model = /\*\d*$/.test(debaters) ? debaters : `${debaters}*${size}`;
    return [addFields(model, fields)];
  }
  // The engine refuses anything that isn't a model.
  if (!isModel(debaters)) return debaters;
  return Array.from({ length: size }, () => addFields(debaters, fields));
}

function addFields(member: unknown, fields: MemberFields): unknown {
  if (isModel(member)) return { model: member, ...fields };
  if (typeof member !== "object" || member === null) return member;
  const mergedMember: Record<string, unknown> = { ...member, ...fields };
  const texts = [(member as Debater).instructions, fields["instructions"]];
  if (texts.every((part) => typeof part === "string"))
    mergedMember["instructions"] = texts.join("\n\n");
  return mergedMember;
}

/**
 * Replaces an option's path in an error message by the flag that set it: `budget.usd: …` means nothing to somebody
 * who wrote `--max-cost 1`.
 */
export function nameFlags(
  error: unknown,
  patch: ConfigPatch,
  { id, schema }: { id?: string | undefined; schema?: string | undefined } = {},
): string {
  const message = error instanceof Error ? error.message : readMessage(error);
  // fork() is for programs.
  if (error instanceof JournalMismatchError)
    return `${error.problem}. Use the same inputs to resume it, or another --id to start a new run.`;
  const path = getOptionPath(error);
  if (path === null || !message.startsWith(`${path}: `)) return message;
  const flag = chooseOwnFlag(path, { id, schema }) ?? chooseFlag(path, patch);
  return flag === undefined ? message : `${flag}${message.slice(path.length)}`;
}

/** Path of the option that an error is about. */
function getOptionPath(error: unknown): string | null {
  if (error instanceof ConfigError) return error.field;
  return error instanceof BudgetExceededError ? `budget.${error.shortage.limit}` : null;
}

/** These two flags aren't config options. */
function chooseOwnFlag(
  path: string,
  { id, schema }: { id: string | undefined; schema: string | undefined },
): string | undefined {
  if (id !== undefined && path === "id") return "--id";
  return schema !== undefined && /^answer\b/.test(path) ? `--schema ${schema}` : undefined;
}

function chooseFlag(path: string, patch: ConfigPatch): string | undefined {
  const [, field = ""] = /^(?:debaters\[\d+\]|judge)\.(\w+)$/.exec(path) ?? [];
  const memberFields = (patch[MEMBERS_KEY] ?? {}) as Record<string, unknown>;
  if (memberFields[field] !== undefined) return findFlagName(MEMBERS_KEY, field);
  if (path.startsWith("debaters[") && patch["debaters"] !== undefined)
    return findFlagName("debaters");
  const [first = "", second] = path.split(".");
  const optionValue = patch[first] as Record<string, unknown> | undefined;
  if (optionValue === undefined) return undefined;
  const part =
    second !== undefined && optionValue[second] !== undefined
      ? findFlagName(first, second)
      : undefined;
  return part ?? findFlagName(first);
}

function findFlagName(...optionPath: [string, string?]): string | undefined {
  return FLAGGED_OPTIONS.find(({ path }) => path.join(".") === optionPath.join("."))?.flag.name;
}
