import { MAX_SEARCHES, PROVIDER_SEARCH, type ToolPort } from "@rostrum/core/protocol";

/**
 * Tokens that a plan counts for the searches of one call. Pages enter the prompt at the provider, which reports their
 * tokens only afterwards.
 */
export const SEARCH_COST: { tokens: number; feesUsd: number } = {
  tokens: MAX_SEARCHES * 10_000,
  feesUsd: MAX_SEARCHES * 0.014,
};

/** Stands for the search of a model's own provider, which runs it while the model writes. */
export function createSearchTool(): ToolPort {
  return {
    name: "search",
    offered: PROVIDER_SEARCH,
    readOnly: true,
    call: () => Promise.reject(new Error("the provider of this model offers no search")),
  };
}
