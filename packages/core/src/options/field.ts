/**
 * Who may set an option: only a program, also the operator (config files and flags), or also an HTTP request.
 */
export type OptionReach = "code" | "operator" | "anyone";

/** Allowed values of an option. Checks, JSON Schemas, flags, types and docs are generated from this. */
export type OptionValues =
  | { kind: "whole"; min: number; max?: number }
  | { kind: "number"; min?: number; above?: number; max?: number; below?: number }
  /** Above 0, unless `min` allows 0. */
  | { kind: "milliseconds"; min?: 0 }
  | { kind: "boolean" }
  | { kind: "text"; maxLength?: number }
  /** `orCode`: the form that a program may pass instead of a name. */
  | { kind: "one_of"; values: readonly string[]; orCode?: string }
  | { kind: "personas" }
  /** Two or more distinct strings. */
  | { kind: "choices" }
  /** One or more distinct names. */
  | { kind: "names" }
  /** Criteria of a jury: a text, names of criteria, or names with descriptions. */
  | { kind: "rubric" }
  /** Lowest and highest number of a scale. */
  | { kind: "scale" }
  /** Lists of names, with each name in one list. */
  | { kind: "name_groups" }
  /** A panel index. */
  | { kind: "seat" }
  /** Number of members, or an object with members and vendors. */
  | { kind: "quorum" }
  /** A program and its arguments, each a string. */
  | { kind: "words" }
  /** MCP server: `{ command }` or `{ url }`. */
  | { kind: "mcp_server" }
  /** A plain object, passed on unchanged. */
  | { kind: "object" }
  /** Return value of `calibrate()`. */
  | { kind: "calibration" }
  /** Return value of `certify()`. */
  | { kind: "certificate" }
  /** A Standard Schema validator in code, a JSON Schema in data. */
  | { kind: "schema" }
  /** A model id in data; also a function or an AI SDK model in code. */
  | { kind: "model" }
  /** A model, or an object with a model and its settings. */
  | { kind: "debater" }
  /** `auto`, `rules`, a model, or an object with a model and `bothOrders`. */
  | { kind: "compare" }
  /** `leaders`, a list with one answer per debater, or an object with either and the form of the debate. */
  | { kind: "sides" }
  /** `true`, `false`, or an object with the model to call. */
  | { kind: "crux" }
  /** A model and the price it charges. */
  | { kind: "fallback" }
  /** One object with its own fields. `orCode`: a program may pass a function instead. */
  | { kind: "group"; fields: OptionFields; form: string; orCode?: true }
  /** A rule: a name, `name:setting`, an object with its `type`, or a value that only a program can pass. */
  | { kind: "rule"; rules: RuleDefinitions; orCode?: string }
  /** A value that only a program can pass. `methods`: methods that it must have. */
  | { kind: "code"; expected: string; methods?: readonly string[] };

/** One option or one setting of a rule. */
export type OptionField = OptionValues & {
  /** One sentence, without the default. */
  about: string;
  /** Default as a value. Absent: none, or `otherwise` describes it. */
  default?: string | number | boolean;
  /** Default in words, if it isn't a value. */
  otherwise?: string;
  /** TypeScript type, if it doesn't follow from the kind. */
  type?: string;
  /** Also accepts a list. */
  many?: boolean;
  /** Required. Some kinds check this later, see `CHECKED_LATER`. */
  required?: boolean;
  /** Default `anyone`. */
  reach?: OptionReach;
  /** Not part of the fingerprint: a resumed run may change it. Default false. */
  mayChange?: boolean;
  /**
   * Side effect that the value can have: run a program, contact an address, read a folder's files, or an
   * unchecked one (`settings`). A config found in a folder needs trust for it. Kinds that name models need no
   * flag, because their ids are checked. Absent for `object` and `code`: `settings`.
   */
  needsTrust?: "program" | "address" | "folder" | "settings";
  /** Largest value that an HTTP request may set. Programs have no such limit. */
  requestMax?: number;
  /** Command-line flag. Absent: no flag. */
  flag?: Flag;
  /** Example in code, shown by editors. */
  example?: string;
};

/** Side effect for which a config's folder must be trusted. */
export type TrustNeed = NonNullable<OptionField["needsTrust"]>;

/** Command-line flag of an option. */
export interface Flag {
  name: string;
  short?: string;
  /** Placeholder after the flag in the help. Absent: derived from the kind. */
  placeholder?: string;
  group: FlagGroup;
  /** Shown by `--help`. Other flags are shown by `--help-all`. */
  common?: true;
  /** For settings of debaters: the flag sets it for each of them, and for the judge if this is true. */
  judgeToo?: boolean;
  /** Help text, if the option's sentence doesn't fit the command line. */
  help?: string;
}

/** Heading of the flag in the help. */
export type FlagGroup = "Panel" | "Debate" | "Limits";

export type OptionFields<K extends string = string> = Readonly<Record<K, OptionField>>;

/** A rule that an option may name: its description and settings. */
export interface RuleDefinition {
  about: string;
  fields?: OptionFields;
  /** Setting that may follow the name after a colon, as in `agreement:0.6`. */
  shorthand?: string;
}

export type RuleDefinitions<K extends string = string> = Readonly<Record<K, RuleDefinition>>;

export function getReach({ reach, kind }: OptionField): OptionReach {
  return reach ?? (kind === "code" ? "code" : "anyone");
}

type MakeFlag = (name: string, settings?: Partial<Flag>) => Flag;

const inGroup =
  (group: FlagGroup): MakeFlag =>
  (name, settings = {}) => ({ name, group, ...settings });

export const panelFlag: MakeFlag = inGroup("Panel");
export const debateFlag: MakeFlag = inGroup("Debate");
export const limitFlag: MakeFlag = inGroup("Limits");
