import { personas as builtIn } from "../../debate/personas.ts";
import type { Member } from "../../debate/setting.ts";
import {
  expandModel,
  isAiSdkModel,
  outputRoom,
  pricingFrom,
  resolveModel,
  thinkingBudget,
} from "../../models/index.ts";
import type { Debater } from "../../protocol/debater.ts";
import { REASONING_EFFORTS, type Model } from "../../protocol/model.ts";
import type { Caller } from "../../protocol/step.ts";
import type { Price, Pricing } from "../../protocol/usage.ts";
import {
  atLeastZero,
  fail,
  flag,
  isPlainObject,
  knownKeys,
  numberBetween,
  oneOf,
  optional,
  positive,
  text,
  wholeNumber,
} from "./checks.ts";

const DEBATER_KEYS: readonly (keyof Debater)[] = [
  "name",
  "model",
  "fallback",
  "instructions",
  "temperature",
  "weight",
  "maxOutputTokens",
  "reasoningEffort",
  "tools",
  "toolsInRevisions",
  "maxToolSteps",
  "providerOptions",
  "price",
];

const SPECIAL_RATES: readonly (keyof Price)[] = ["cachedInput", "cacheWrite", "reasoning"];

/** Names stand in prompts, events and terminals, so they are one short printable line. */
const NAME = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,64}$/u;

interface PanelConfig {
  debaters?: unknown;
  model?: unknown;
  panelSize?: unknown;
  personas?: unknown;
}

export function panelOf(config: PanelConfig): Member[] {
  const { debaters } = config;
  const size = optional(wholeNumber(2), 3)(config.panelSize, "panelSize");
  const list = Array.isArray(debaters)
    ? debaters.flatMap(seatsFor)
    : isModel(debaters)
      ? copiesOf(debaters as Model, size)
      : fail("debaters", "two or more debaters, or one model", debaters);
  if (config.panelSize !== undefined && size !== list.length) {
    fail("panelSize", `nothing, or ${list.length}, beside a list of ${list.length} debaters`, size);
  }
  if (list.length < 2) fail("debaters", "two or more debaters, or one model", debaters);
  const voices = personasFor(config.personas, list.length);
  const members = list.map((debater, index) =>
    memberOf(debater, {
      field: `debaters[${index}]`,
      name: `debater_${index}`,
      fallback: config.model,
      persona: voices[index] ?? "",
    }),
  );
  members.forEach(({ name }, index) => {
    if (name === "judge" || name === "router") {
      fail(`debaters[${index}].name`, "another name: judge and router are not debaters", name);
    }
    if (members.findIndex((other) => other.name === name) !== index) {
      fail(`debaters[${index}].name`, "a name that no other debater has", name);
    }
  });
  return members;
}

/** One model for the whole panel; an id may say itself how many it stands for. */
function copiesOf(model: Model, size: number): Model[] {
  if (typeof model !== "string") return Array.from({ length: size }, () => model);
  const named = expandModel(model);
  return named.length > 1 ? named : expandModel(`${model}*${size}`);
}

/** An id such as `ollama/llama3.2*3` takes several seats, alone or as a debater's model. */
function seatsFor(debater: unknown): unknown[] {
  if (typeof debater === "string") return expandModel(debater);
  if (!isPlainObject(debater) || typeof debater["model"] !== "string") return [debater];
  const models = expandModel(debater["model"]);
  if (models.length === 1) return [debater];
  const { name } = debater;
  return models.map((model, index) => ({
    ...debater,
    model,
    ...(typeof name === "string" ? { name: `${name}_${index}` } : {}),
  }));
}

export interface MemberDefaults {
  field: string;
  name: string;
  /** The config's `model`. */
  fallback: unknown;
  persona?: string;
}

/** A debater, a judge or a router, from a model or from an object with settings. */
export function memberOf(value: unknown, defaults: MemberDefaults): Member {
  const { field, fallback, persona = "" } = defaults;
  const spec: Record<string, unknown> = isModel(value)
    ? { model: value }
    : isPlainObject(value)
      ? value
      : fail(field, "a debater, a model id, an AI SDK model or a function", value);
  knownKeys(spec, DEBATER_KEYS, field);
  const at = (key: keyof Debater): string => `${field}.${key}`;
  const name = optional(text, defaults.name)(spec["name"], at("name"));
  if (!NAME.test(name)) fail(at("name"), "one line of 1 to 64 characters", name);
  const model = spec["model"] ?? fallback;
  if (!isModel(model))
    fail(at("model"), "a model id, an AI SDK model or a function, here or as `model`", model);
  const port = resolveModel(model as Model, at("model"));
  const instructions = optional(text, "")(spec["instructions"], at("instructions"));
  const takesOver = fallbackOf(spec["fallback"], at("fallback"));
  const providerOptions = optional(record, undefined)(
    spec["providerOptions"],
    at("providerOptions"),
  );
  const reasoningEffort = optional(oneOf(...REASONING_EFFORTS), undefined)(
    spec["reasoningEffort"],
    at("reasoningEffort"),
  );
  const room = outputRoom({ model: port, fallback: takesOver, reasoningEffort, providerOptions });
  const budget = thinkingBudget(providerOptions);
  const maxOutputTokens = optional(wholeNumber(1), room + budget)(
    spec["maxOutputTokens"],
    at("maxOutputTokens"),
  );
  if (maxOutputTokens <= budget) {
    fail(at("maxOutputTokens"), `more than the thinking budget of ${budget}`, maxOutputTokens);
  }
  return {
    given: { ...spec, name, model: model as Model },
    name,
    model: port,
    pricing: priceOf(spec["price"], at("price")) ?? port.pricing,
    fallback: takesOver,
    instructions: [persona, instructions].filter((part) => part !== "").join("\n\n"),
    temperature: optional(numberBetween(0, 10, "a number from 0 to 10"), undefined)(
      spec["temperature"],
      at("temperature"),
    ),
    weight: optional(positive, 1)(spec["weight"], at("weight")),
    maxOutputTokens,
    reasoningEffort,
    tools: optional(record, undefined)(spec["tools"], at("tools")),
    toolsInRevisions: optional(flag, false)(spec["toolsInRevisions"], at("toolsInRevisions")),
    maxToolSteps: optional(wholeNumber(1), 8)(spec["maxToolSteps"], at("maxToolSteps")),
    providerOptions,
  };
}

function isModel(value: unknown): boolean {
  return typeof value === "function" || typeof value === "string" || isAiSdkModel(value);
}

function record(value: unknown, field: string): Record<string, unknown> {
  return isPlainObject(value) ? value : fail(field, "an object", value);
}

function fallbackOf(value: unknown, field: string): Caller | null {
  if (value === undefined) return null;
  const spec = !isModel(value) && isPlainObject(value) ? value : { model: value };
  knownKeys(spec, ["model", "price"], field);
  if (!isModel(spec["model"])) {
    return fail(field, "a model id, an AI SDK model or a function, or { model, price }", value);
  }
  const model = resolveModel(spec["model"] as Model, field);
  return { model, pricing: priceOf(spec["price"], `${field}.price`) ?? model.pricing };
}

function priceOf(value: unknown, field: string): Pricing | null {
  if (value === undefined) return null;
  if (!isPlainObject(value)) return fail(field, "{ input, output } in USD a million tokens", value);
  knownKeys(value, ["input", "output", ...SPECIAL_RATES], field);
  const given = SPECIAL_RATES.filter((part) => value[part] !== undefined);
  return pricingFrom({
    input: atLeastZero(value["input"], `${field}.input`),
    output: atLeastZero(value["output"], `${field}.output`),
    ...Object.fromEntries(
      given.map((part) => [part, atLeastZero(value[part], `${field}.${part}`)]),
    ),
  });
}

function personasFor(value: unknown, size: number): readonly string[] {
  if (value === undefined || value === false) return [];
  if (value === true)
    return Array.from({ length: size }, (_, i) => builtIn[i % builtIn.length] ?? "");
  if (!Array.isArray(value) || value.length !== size) {
    return fail("personas", `true, false, or ${size} texts, one a debater`, value);
  }
  return value.map((persona, index) => text(persona, `personas[${index}]`));
}
