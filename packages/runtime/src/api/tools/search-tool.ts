import type { ResolvedConfig } from "@rostrum/core/debate";
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
export function createSearchPlaceholder(): ToolPort {
  return {
    name: "search",
    offered: PROVIDER_SEARCH,
    readOnly: true,
    call: () => Promise.reject(new Error("the provider of this model offers no search")),
  };
}

/** Names the members that are to search and can't. Without a warning, their answers would pass for looked up. */
export function listSearchWarnings({ members }: ResolvedConfig): string[] {
  const unable = members.filter(
    ({ tools, model }) => tools?.wantsSearch === true && model.searches !== true,
  );
  const names = unable.map(({ name }) => name).join(", ");
  return unable.length === 0
    ? []
    : [
        `\`search\` does nothing for ${names}: it needs a model of OpenAI (Responses API), Anthropic or Google. Give the ` +
          "others an MCP server that searches.",
      ];
}
