import type { ModelPort, ModelReply, ModelRequest } from "../../protocol/model.ts";
import { embeddedId, parseEmbeddedId } from "./ids.ts";
import type { EmbeddedVariant } from "./variants.ts";

export interface EmbeddedOptions {
  /** Which network; default `xs-1`. */
  variant?: EmbeddedVariant;
  /** Its weights, if they can't be read from the package. Such a debater uses no worker threads. */
  weights?: ArrayBuffer;
}

/** A debater that needs no key, no network and no money, and does nothing but arithmetic. */
export function embeddedModel({ variant = "xs-1", weights }: EmbeddedOptions = {}): ModelPort {
  let debater: Promise<(request: ModelRequest) => Promise<ModelReply>> | undefined;
  // The network's code is loaded with the first question: most panels have no embedded debater.
  const load = async (): Promise<(request: ModelRequest) => Promise<ModelReply>> =>
    (await import("./debater.ts")).embeddedDebater(variant, weights);
  return {
    source: "embedded",
    id: embeddedId(variant),
    provider: "embedded",
    pricing: () => 0,
    generate: async (request) => (await (debater ??= load()))(request),
  };
}

/** The debaters that an id such as `embedded*3` stands for; `null` if it isn't an embedded id. */
export function embeddedModels(id: string): ModelPort[] | null {
  return parseEmbeddedId(id)?.map((variant) => embeddedModel({ variant })) ?? null;
}
