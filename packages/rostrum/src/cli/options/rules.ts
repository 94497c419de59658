import type { JsonSchema } from "./json-schema.ts";
import { readJson, readNumber, refuse, type OptionKind } from "./kinds.ts";

/** A setting of a rule, and how its text after the colon is read. */
interface Setting {
  name: string;
  schema: JsonSchema;
  read(text: string, flag: string): unknown;
}

const numeric = (name: string, schema: JsonSchema): Setting => ({
  name,
  schema: { type: "number", ...schema },
  read: readNumber,
});
const words = (name: string, ...allowed: readonly string[]): Setting => ({
  name,
  schema: { enum: allowed },
  read: (text, flag) =>
    allowed.includes(text) ? text : refuse(flag, `one of ${allowed.join(", ")}`, text),
});
const list = (name: string): Setting => ({
  name,
  schema: { type: "array", items: { type: "string" }, minItems: 2 },
  read: (text) => text.split(",").map((option) => option.trim()),
});
const SHARE: JsonSchema = { minimum: 0, maximum: 1 };
/** Only a config or JSON can hold what `calibrate()` returned. */
const calibration: Setting = { name: "calibration", schema: { type: "object" }, read: readJson };

/** Every rule by name, with the setting that may follow its colon, and those only an object can give. */
type Rules = Record<string, { main?: Setting; others?: readonly Setting[] }>;

export const STOP: Rules = {
  agreement: { main: numeric("share", SHARE) },
  unanimous: {},
  stable: { main: numeric("rounds", { minimum: 1 }) },
  never: {},
};
export const DECIDE: Rules = {
  majority: {},
  weighted: {},
  central: {},
  posterior: { others: [calibration] },
  judged: {
    main: words("mode", "synthesize", "pick"),
    others: [{ name: "always", schema: { type: "boolean" }, read: () => true }],
  },
};
export const ANSWER: Rules = {
  auto: {},
  text: { main: numeric("similarity", SHARE) },
  exact: {},
  number: { main: numeric("tolerance", { minimum: 0 }) },
  choice: { main: list("options") },
  math: {},
};
export const ROUTE: Rules = {
  always: {},
  confident: {
    main: numeric("threshold", SHARE),
    others: [{ name: "model", schema: { type: "string" }, read: (text) => text }],
  },
};
export const POLL: Rules = {
  everyone: {},
  sequential: {
    main: numeric("target", SHARE),
    others: [calibration, numeric("first", { minimum: 1 }), numeric("batch", { minimum: 1 })],
  },
};
export const SEE: Rules = {
  all: {},
  ring: { main: numeric("k", { minimum: 1 }) },
  star: { main: numeric("i", { minimum: 0 }) },
  sample: { main: numeric("k", { minimum: 1 }) },
};

/** A rule as a flag: a name, a name with its setting such as `agreement:0.6`, or JSON. */
export function rule(rules: Rules): OptionKind {
  const names = Object.keys(rules);
  return {
    placeholder: "rule",
    schema: { anyOf: [{ enum: names }, ...Object.entries(rules).map(objectSchema)] },
    read(text, flag) {
      if (text.startsWith("{")) return readJson(text, flag);
      const [name = "", ...rest] = text.split(":");
      const found = Object.hasOwn(rules, name) ? rules[name] : undefined;
      if (found === undefined) return refuse(flag, `one of ${names.join(", ")}`, text);
      if (rest.length === 0) return name;
      if (found.main === undefined) return refuse(flag, `${name} without a setting`, text);
      return { type: name, [found.main.name]: found.main.read(rest.join(":"), flag) };
    },
  };
}

function objectSchema([name, { main, others = [] }]: [string, Rules[string]]): JsonSchema {
  const settings = [...(main ? [main] : []), ...others];
  return {
    type: "object",
    properties: {
      type: { const: name },
      ...Object.fromEntries(settings.map((setting) => [setting.name, setting.schema])),
    },
    required: ["type"],
    additionalProperties: false,
  };
}

/** For the help: `agreement[:share], unanimous, …`. */
export function ruleWords(rules: Rules): string {
  return Object.entries(rules)
    .map(([name, { main }]) => (main ? `${name}[:${main.name}]` : name))
    .join(", ");
}
