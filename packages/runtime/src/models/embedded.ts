import {
  askNetwork,
  EmbeddedRefusalError,
  parseEmbeddedId,
  VARIANTS,
  type EmbeddedReply,
} from "@rostrum/embedded";
import { ConfigError, ModelError } from "@rostrum/core/support";
import { type ModelPort, type ModelRequest, NO_USAGE } from "@rostrum/core/protocol";

/** True if an id refers to an embedded network. `embeddedFromId` reports errors in it. */
export const isEmbeddedId = (id: string): boolean => /^embedded(?![^*/])/.test(id);

/** A debater that needs no key, no network and no money, and can only do arithmetic. */
export function embeddedFromId(id: string, field: string): ModelPort {
  const [variant, ...otherVariants] = parseEmbeddedId(id) ?? [];
  if (variant === undefined || otherVariants.length > 0) {
    const names = ["embedded", ...VARIANTS.map((name) => `embedded/${name}`)];
    throw new ConfigError(
      field,
      `expected ${names.join(", ")}, or in a panel one of them with *n, got "${id}"`,
    );
  }
  return {
    source: "embedded",
    id: `embedded/${variant}`,
    provider: "embedded",
    pricing: () => 0,
    async generate(request: ModelRequest) {
      const reply = await askNetwork(variant, request).catch(rejectRefusal);
      const { text, inputTokens, outputTokens, finished } = reply;
      return {
        text,
        usage: { ...NO_USAGE, inputTokens, outputTokens },
        finishReason: finished ? "stop" : "length",
        costUsd: 0,
      };
    },
  };
}

/** The ids of the debaters that `embedded*3` stands for; `null` if it isn't an embedded id. */
export function expandEmbeddedId(id: string): string[] | null {
  return parseEmbeddedId(id)?.map((variant) => `embedded/${variant}`) ?? null;
}

function rejectRefusal(error: unknown): Promise<EmbeddedReply> {
  if (!(error instanceof EmbeddedRefusalError)) throw error;
  throw new ModelError(error.message, { retryable: false, costUsd: 0 });
}
