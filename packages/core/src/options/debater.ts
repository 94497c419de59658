import { FILE_KINDS, REASONING_EFFORTS } from "../protocol/model.ts";
import type { Debater } from "../protocol/options.ts";
import type { Price } from "../protocol/settings.ts";
import { TOOLS } from "./tools.ts";
import { type OptionField, type OptionFields, panelFlag } from "./field.ts";

/** US dollars per million tokens. */
export const PRICE: OptionFields<keyof Price> = {
  input: { ...dollars("Input."), required: true },
  output: { ...dollars("Output."), required: true },
  cachedInput: dollars("Input that was read from the provider's cache.", "the price of `input`"),
  cacheWrite: dollars("Input that was written to the provider's cache.", "the price of `input`"),
  reasoning: dollars("Hidden reasoning.", "the price of `output`"),
};

function dollars(about: string, otherwise?: string): OptionField {
  return { kind: "number", min: 0, about, ...(otherwise === undefined ? {} : { otherwise }) };
}

/** A member of the panel, or the judge. */
export const DEBATER: OptionFields<keyof Debater> = {
  name: {
    kind: "text",
    maxLength: 64,
    otherwise: "`debater_0`, `debater_1`, …, and `judge`",
    about: "Unique in the panel: one line of 1 to 64 characters.",
  },
  model: { kind: "model", otherwise: "the config's `model`", about: "Model of the debater." },
  vendor: {
    kind: "text",
    maxLength: 64,
    otherwise: "derived from the model's name",
    reach: "operator",
    mayChange: true,
    about: "Vendor of the model, for a `quorum` with vendors.",
  },
  fallback: {
    kind: "fallback",
    type: "Model | { model: Model; price?: Price }",
    reach: "operator",
    about: "Model that replies if `model` fails after its retries, optionally with a price.",
  },
  instructions: {
    kind: "text",
    about: "Text that is added to the system prompt: a role, a specialty, a persona.",
    flag: panelFlag("--system", {
      help: "Instructions for each debater, added to its system prompt.",
    }),
  },
  temperature: {
    kind: "number",
    min: 0,
    max: 10,
    otherwise: "the provider's default",
    about: "Sampling temperature.",
    flag: panelFlag("--temperature", { help: "Sampling temperature of each debater." }),
  },
  weight: {
    kind: "number",
    above: 0,
    default: 1,
    about: "Weight of the member's vote under `weighted()`.",
  },
  maxOutputTokens: {
    kind: "whole",
    min: 1,
    otherwise: "2048, and 16,384 for a reasoning model",
    requestMax: 1_000_000,
    mayChange: true,
    about: "Maximum length of a reply in tokens, including hidden reasoning.",
    flag: panelFlag("--max-output-tokens", {
      judgeToo: true,
      help: "Maximum length of a reply of debaters and judge in tokens, including hidden reasoning.",
    }),
  },
  reasoningEffort: {
    kind: "one_of",
    values: REASONING_EFFORTS,
    otherwise: "the provider's default",
    type: "ReasoningEffort",
    about: "Amount of reasoning of a reasoning model.",
    flag: panelFlag("--reasoning-effort", {
      judgeToo: true,
      placeholder: "effort",
      help: `Amount of reasoning of debaters and judge: ${REASONING_EFFORTS.join(", ")}.`,
    }),
  },
  sees: {
    kind: "one_of",
    values: ["everything", "quotes"],
    otherwise: "`everything`",
    about:
      "Material for a judge. `quotes` replaces the context with the verified quotes that debaters take from it and from each other.",
  },
  takes: {
    kind: "one_of",
    values: FILE_KINDS,
    many: true,
    otherwise: "by what is known about the model",
    type: "FileKind | FileKind[]",
    reach: "operator",
    mayChange: true,
    about:
      "Files in the context that the model accepts. An empty list means none. If a model doesn't accept a file, the run fails before anything is spent.",
  },
  tools: {
    kind: "group",
    fields: TOOLS,
    form: "an object such as { mcp: [{ command }], calc: true }, or AI SDK tools by name",
    orCode: true,
    type: "Tools | Record<string, unknown>",
    reach: "operator",
    about:
      "Tools that it may use: MCP servers, built-in tools, or AI SDK tools by name. Offered in the first round only, unless `toolsInRevisions` is set.",
  },
  toolsInRevisions: {
    kind: "boolean",
    default: false,
    reach: "operator",
    about:
      "Also offer `tools` in revision rounds, where the texts of peers could influence tool calls.",
  },
  maxToolSteps: {
    kind: "whole",
    min: 1,
    default: 8,
    reach: "operator",
    about: "Maximum number of tool calls per reply, before the model must answer.",
  },
  providerOptions: {
    kind: "object",
    type: "Record<string, unknown>",
    reach: "operator",
    about: "Options passed to an AI SDK provider unchanged.",
    example: 'providerOptions: { openai: { serviceTier: "flex" } }',
  },
  price: {
    kind: "group",
    fields: PRICE,
    form: "{ input, output } in US dollars per million tokens",
    type: "Price",
    reach: "operator",
    mayChange: true,
    about: "Price of `model`, if it differs from the price list.",
  },
};
