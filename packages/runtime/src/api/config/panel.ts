import type { PricedModel, Debater, Model, Price, Tools } from "@rostrum/core/protocol";
import { mergeTools, resolveTools } from "../tools/resolve-tools.ts";
import { isPerson, type Member, personas as builtIn } from "@rostrum/core/debate";
import {
  expandModel,
  findVendor,
  isModel,
  chooseOutputLimit,
  createPricing,
  resolveModel,
  readThinkingBudget,
} from "../../models/index.ts";
import {
  checkField,
  checkGroup,
  checkKeys,
  CONFIG,
  DEBATER,
  describeExpected,
  fail,
} from "@rostrum/core/options";
import { ConfigError, isPlainObject } from "@rostrum/core/support";

/** Names appear in prompts, events and terminals, so they are one short printable line. */
export const NAME_PATTERN: RegExp = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,64}$/u;

/** The names of models that are called but don't debate. */
const RESERVED: ReadonlySet<string> = new Set(["judge", "router", "comparer"]);

interface PanelConfig {
  debaters?: unknown;
  model?: unknown;
  panelSize?: unknown;
  personas?: unknown;
  tools?: unknown;
}

export function resolvePanel(config: PanelConfig): Member[] {
  const { debaters } = config;
  const size = checkField(CONFIG.panelSize, config.panelSize, "panelSize") as number;
  const list = Array.isArray(debaters)
    ? debaters.flatMap(expandDebater)
    : isModel(debaters)
      ? copyModel(debaters, size)
      : fail("debaters", "two or more debaters, or one model", debaters);
  if (config.panelSize !== undefined && size !== list.length) {
    throw new ConfigError(
      "panelSize",
      `it is ${size}, but \`debaters\` lists ${list.length}: leave panelSize out`,
    );
  }
  if (list.length < 2) {
    const [only] = list;
    const hint = typeof only === "string" ? `: "${only}*3" asks it three times` : "";
    fail("debaters", `two or more debaters${hint}`, debaters);
  }
  const tools = checkField(CONFIG.tools, config.tools, "tools") as Tools | undefined;
  const voices = resolvePersonas(config.personas, list.length);
  const members = list.map((debater, index) =>
    resolveMember(debater, {
      field: `debaters[${index}]`,
      name: `debater_${index}`,
      fallback: config.model,
      persona: voices[index] ?? "",
      ...(tools === undefined ? {} : { tools }),
    }),
  );
  members.forEach(({ name, sees }, index) => {
    if (sees !== undefined) fail(`debaters[${index}].sees`, "nothing: it is for judges", sees);
    if (RESERVED.has(name)) {
      const expected = "another name: judge, router and comparer are not debaters";
      fail(`debaters[${index}].name`, expected, name);
    }
    if (members.findIndex((other) => other.name === name) !== index) {
      fail(`debaters[${index}].name`, "a name that no other debater has", name);
    }
  });
  return members;
}

/** One model for the whole panel. The id may say how many debaters it stands for. */
function copyModel(model: Model, size: number): Model[] {
  if (typeof model !== "string") return Array.from({ length: size }, () => model);
  const named = expandModel(model);
  return named.length > 1 ? named : expandModel(`${model}*${size}`);
}

/** An id such as `ollama/<model>*3` stands for several debaters, alone or as a debater's model. */
function expandDebater(debater: unknown): unknown[] {
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
  /** The config's `tools`, which every debater has. */
  tools?: Tools;
}

/** A debater, a judge or a router, from a model or from an object with settings. */
export function resolveMember(value: unknown, defaults: MemberDefaults): Member {
  const { field, fallback, persona = "", tools: shared } = defaults;
  const spec: Record<string, unknown> = isModel(value)
    ? { model: value }
    : isPlainObject(value)
      ? value
      : fail(field, "a debater, a model id, an AI SDK model or a function", value);
  const settings = checkGroup<CheckedDebater>(DEBATER, spec, field);
  const optionPath = (key: keyof Debater): string => `${field}.${key}`;
  const { name = defaults.name, instructions = "" } = settings;
  if (!NAME_PATTERN.test(name)) fail(optionPath("name"), "one line of 1 to 64 characters", name);
  const model = spec["model"] ?? fallback;
  if (!isModel(model))
    fail(optionPath("model"), `${describeExpected(DEBATER.model)}, here or as \`model\``, model);
  const port = resolveModel(model, optionPath("model"));
  const takesOver = resolveFallback(spec["fallback"], optionPath("fallback"));
  const { reasoningEffort, providerOptions } = settings;
  const room = chooseOutputLimit({
    model: port,
    fallback: takesOver,
    reasoningEffort,
    providerOptions,
  });
  const thinking = readThinkingBudget(providerOptions);
  const { maxOutputTokens = room + thinking } = settings;
  if (maxOutputTokens <= thinking) {
    fail(
      optionPath("maxOutputTokens"),
      `more than the thinking budget of ${thinking}`,
      maxOutputTokens,
    );
  }
  return {
    spec: { ...spec, name, model },
    name,
    model: port,
    vendor: settings.vendor ?? findVendor(port),
    pricing: settings.price ? createPricing(settings.price) : port.pricing,
    fallback: takesOver,
    instructions: [persona, instructions].filter((part) => part !== "").join("\n\n"),
    temperature: settings.temperature,
    weight: settings.weight,
    maxOutputTokens,
    reasoningEffort,
    tools: resolveTools(
      mergeTools(shared, settings.tools),
      optionPath("tools"),
      port.searches === true,
    ),
    toolsInRevisions: settings.toolsInRevisions,
    maxToolSteps: settings.maxToolSteps,
    providerOptions,
    ...(settings.takes === undefined ? {} : { takes: [settings.takes].flat() }),
    ...(settings.sees === "quotes" ? { sees: settings.sees } : {}),
  };
}

/** A debater's settings, checked, with their defaults. */
type CheckedDebater = Debater &
  Required<Pick<Debater, "weight" | "toolsInRevisions" | "maxToolSteps">>;

function resolveFallback(value: unknown, field: string): PricedModel | null {
  if (value === undefined) return null;
  const spec = !isModel(value) && isPlainObject(value) ? value : { model: value };
  checkKeys(spec, ["model", "price"], field);
  if (!isModel(spec["model"])) return fail(field, describeExpected(DEBATER.fallback), value);
  const model = resolveModel(spec["model"], field);
  if (isPerson({ model })) fail(field, "a model, because people only debate and judge", model.id);
  const price = checkField(DEBATER.price, spec["price"], `${field}.price`) as Price | undefined;
  return { model, pricing: price ? createPricing(price) : model.pricing };
}

function resolvePersonas(value: unknown, size: number): readonly string[] {
  checkField(CONFIG.personas, value, "personas");
  if (value === undefined || value === false) return [];
  if (value === true)
    return Array.from({ length: size }, (_, i) => builtIn[i % builtIn.length] ?? "");
  if (!Array.isArray(value) || value.length !== size) {
    return fail("personas", `true, false, or a list of ${size} texts, one per debater`, value);
  }
  return value.map((persona, index) =>
    typeof persona === "string" ? persona : fail(`personas[${index}]`, "a string", persona),
  );
}
