import type { Model, ReasoningEffort } from "./model.ts";
import type { Price } from "./usage.ts";

/** A member of the panel, or the judge. */
export interface Debater {
  /** Unique in the panel. Default `debater_0`, `debater_1`, …, and `judge`. */
  name?: string;
  /** Default: the config's `model`. */
  model?: Model;
  /** Takes over for a reply when `model` has failed after its retries; with a price of its own. */
  fallback?: Model | { model: Model; price?: Price };
  /** Added to the system prompt: a role, a speciality, a persona. */
  instructions?: string;
  /** Default: the provider's. */
  temperature?: number;
  /** Weight of its vote under `weighted()`, above 0. Default 1. */
  weight?: number;
  /** Longest reply in tokens, hidden reasoning included. Default 2048, and 16,384 for a model that reasons. */
  maxOutputTokens?: number;
  /** How much a reasoning model reasons: `none` to `max`. Default: the provider's. */
  reasoningEffort?: ReasoningEffort;
  /** AI SDK tools, offered in round 0 only, unless `toolsInRevisions` is set. */
  tools?: Record<string, unknown>;
  /** Offer `tools` in revision rounds too, where peers' text could steer them. Default false. */
  toolsInRevisions?: boolean;
  /** Turns of tool call and result before it must answer, at least 1. Default 8. */
  maxToolSteps?: number;
  /** Passed to AI SDK providers as it is, such as `{ openai: { serviceTier: "flex" } }`. */
  providerOptions?: Record<string, unknown>;
  /** What `model` charges, instead of what the price list says. */
  price?: Price;
}
