/** Who may set an option: only a program, also the operator (config files and flags), or also an HTTP request. */
export type OptionReach = "code" | "operator" | "anyone";

/** What a value may be. Checks, JSON Schemas, flags, types and docs are all made from this. */
export type OptionValues =
  | { kind: "whole"; min: number; max?: number }
  | { kind: "number"; min?: number; above?: number; max?: number }
  /** Above 0, unless `min` says that 0 will do. */
  | { kind: "milliseconds"; min?: 0 }
  | { kind: "boolean" }
  | { kind: "text"; longest?: number }
  /** `orCode`: what a program may give instead of a name. */
  | { kind: "one_of"; values: readonly string[]; orCode?: string }
  | { kind: "personas" }
  /** Two or more strings that differ. */
  | { kind: "choices" }
  /** One or more names that differ. */
  | { kind: "names" }
  /** What a jury scores: a text, names of criteria, or names with what they mean. */
  | { kind: "rubric" }
  /** The lowest and the highest number of a scale. */
  | { kind: "scale" }
  /** Lists of names. Each name is in one of them. */
  | { kind: "name_groups" }
  /** A panel index. */
  | { kind: "seat" }
  /** A whole number of members, or an object with members and vendors. */
  | { kind: "quorum" }
  /** A program and its arguments, each a string. */
  | { kind: "words" }
  /** A server of tools: `{ command }` or `{ url }`. */
  | { kind: "mcp_server" }
  /** A plain object that is passed on unchanged. */
  | { kind: "object" }
  /** What `calibrate()` returned. */
  | { kind: "calibration" }
  /** What `certify()` returned. */
  | { kind: "certificate" }
  /** A Standard Schema validator in code, a JSON Schema in data. */
  | { kind: "schema" }
  /** A model id in data; also a function or an AI SDK model in code. */
  | { kind: "model" }
  /** A model, or an object with a model and its settings. */
  | { kind: "debater" }
  /** `auto`, `rules`, a model, or an object with a model and whether it is asked in both orders. */
  | { kind: "compare" }
  /** `leaders`, a list with one answer per debater, or an object with either and how it is argued. */
  | { kind: "sides" }
  /** `true`, `false`, or an object with the model to ask. */
  | { kind: "crux" }
  /** A model and the price it charges. */
  | { kind: "fallback" }
  /** One object with its own fields. `orCode`: a program may give a function instead. */
  | { kind: "group"; fields: OptionFields; form: string; orCode?: true }
  /** A rule: a name, `name:setting`, an object with its `type`, or what only a program can give. */
  | { kind: "rule"; rules: RuleDefinitions; orCode?: string }
  /** Something that only a program can pass. `methods`: what it must be able to do. */
  | { kind: "code"; expected: string; methods?: readonly string[] };

/** One option or one setting of a rule. */
export type OptionField = OptionValues & {
  /** One sentence, without the default. */
  about: string;
  /** The default as a value. Absent: nothing, or `otherwise` says what. */
  default?: string | number | boolean;
  /** The default in words, where it isn't a value. */
  otherwise?: string;
  /** The type in TypeScript, where it doesn't follow from the kind. */
  type?: string;
  /** Also takes a list of these. */
  many?: boolean;
  /** Required; its own check says so. */
  required?: boolean;
  /** Default `anyone`. */
  reach?: OptionReach;
  /** Not part of the fingerprint: a resumed run may change it. Default false. */
  mayChange?: boolean;
  /**
   * What its value can make rostrum do outside: run a program, contact an address, read a folder's files, or something that
   * is not checked (`settings`). A config that was found in a folder needs trust for it. Kinds that name models need no flag: their ids
   * are looked at. Absent for `object` and `code`: `settings`.
   */
  needsTrust?: "program" | "address" | "folder" | "settings";
  /** The largest value that a request may ask for, where a program has no such limit. */
  requestMax?: number;
  /** How the command line spells it. Absent: no flag. */
  flag?: Flag;
  /** An example in code, shown by editors. */
  example?: string;
};

/** What a config may do only if its folder is trusted. */
export type TrustNeed = NonNullable<OptionField["needsTrust"]>;

/** How the command line spells an option. */
export interface Flag {
  name: string;
  short?: string;
  /** The placeholder after the flag in the help. Absent: made from the kind. */
  placeholder?: string;
  group: FlagGroup;
  /** Shown by `--help`; the others by `--help-all`. */
  common?: true;
  /** A setting of debaters: the flag sets it for each of them, and for the judge if this is true. */
  judgeToo?: boolean;
  /** Help for the command line, if the option's sentence doesn't fit there. */
  help?: string;
}

/** The heading in the help under which a flag is listed. */
export type FlagGroup = "Panel" | "Debate" | "Limits";

/** Options by name. */
export type OptionFields<K extends string = string> = Readonly<Record<K, OptionField>>;

/** A rule that an option may name: its sentence and its own settings. */
export interface RuleDefinition {
  about: string;
  fields?: OptionFields;
  /** The setting that may follow the name after a colon, as in `agreement:0.6`. */
  colon?: string;
}

/** Rules by name. */
export type RuleDefinitions<K extends string = string> = Readonly<Record<K, RuleDefinition>>;

export function getReach({ reach, kind }: OptionField): OptionReach {
  return reach ?? (kind === "code" ? "code" : "anyone");
}

/** How the command line spells an option. */
type MakeFlag = (name: string, more?: Partial<Flag>) => Flag;

const inGroup =
  (group: FlagGroup): MakeFlag =>
  (name, more = {}) => ({ name, group, ...more });

export const panelFlag: MakeFlag = inGroup("Panel");
export const debateFlag: MakeFlag = inGroup("Debate");
export const limitFlag: MakeFlag = inGroup("Limits");

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
