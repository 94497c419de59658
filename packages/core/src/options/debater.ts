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
    longest: 64,
    otherwise: "`debater_0`, `debater_1`, …, and `judge`",
    about: "Unique in the panel: one line of 1 to 64 characters.",
  },
  model: { kind: "model", otherwise: "the config's `model`", about: "The model that replies." },
  vendor: {
    kind: "text",
    longest: 64,
    otherwise: "what the model's name says",
    reach: "operator",
    mayChange: true,
    about: "Who makes the model, for a `quorum` with vendors.",
  },
  fallback: {
    kind: "fallback",
    type: "Model | { model: Model; price?: Price }",
    reach: "operator",
    about: "The model that replies if `model` fails after its retries, with its own price.",
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
    otherwise: "the provider's own",
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
    otherwise: "2048, and 16,384 for a model that reasons",
    requestMax: 1_000_000,
    mayChange: true,
    about: "Longest reply in tokens, hidden reasoning included.",
    flag: panelFlag("--max-output-tokens", {
      judgeToo: true,
      help: "Longest reply of each debater and the judge in tokens, hidden reasoning included.",
    }),
  },
  reasoningEffort: {
    kind: "one_of",
    values: REASONING_EFFORTS,
    otherwise: "the provider's own",
    type: "ReasoningEffort",
    about: "How much a reasoning model reasons.",
    flag: panelFlag("--reasoning-effort", {
      judgeToo: true,
      placeholder: "effort",
      help: `How much debaters and judge reason: ${REASONING_EFFORTS.join(", ")}.`,
    }),
  },
  sees: {
    kind: "one_of",
    values: ["everything", "quotes"],
    otherwise: "`everything`",
    about:
      "What a judge sees of the context: `quotes` shows what the debaters quote from it and from each other, if it stands there, and not the context itself.",
  },
  takes: {
    kind: "one_of",
    values: FILE_KINDS,
    many: true,
    otherwise: "what is known about the model",
    type: "FileKind | FileKind[]",
    reach: "operator",
    mayChange: true,
    about:
      "Which files in the context the model accepts. A panel with a model that doesn't accept a file is refused before anything is spent. An empty list means none.",
  },
  tools: {
    kind: "group",
    fields: TOOLS,
    form: "an object such as { mcp: [{ command }], calc: true }, or AI SDK tools by name",
    orCode: true,
    type: "Tools | Record<string, unknown>",
    reach: "operator",
    about:
      "Tools that it may use: servers that speak MCP, built-in ones, or AI SDK tools by name. Offered in round 0 only, unless `toolsInRevisions` is set.",
  },
  toolsInRevisions: {
    kind: "boolean",
    default: false,
    reach: "operator",
    about: "Offer `tools` in revision rounds too, where the text of peers could steer them.",
  },
  maxToolSteps: {
    kind: "whole",
    min: 1,
    default: 8,
    reach: "operator",
    about: "Calls of tools on the way to one reply, before the model must answer.",
  },
  providerOptions: {
    kind: "object",
    type: "Record<string, unknown>",
    reach: "operator",
    about: "Options that are passed to an AI SDK provider unchanged.",
    example: 'providerOptions: { openai: { serviceTier: "flex" } }',
  },
  price: {
    kind: "group",
    fields: PRICE,
    form: "{ input, output } in US dollars per million tokens",
    type: "Price",
    reach: "operator",
    mayChange: true,
    about: "What `model` charges, if it isn't what the price list says.",
  },
};
