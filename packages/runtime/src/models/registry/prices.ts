import type { BilledTokens, Pricing } from "@rostrum/core/protocol";
import { nodeModuleIfAny } from "../../node-builtins.ts";
import type { ModelId } from "./parse-id.ts";
import { providers } from "./providers.ts";

type PriceList = typeof import("@pydantic/genai-prices");

let list: PriceList | null | undefined;

/**
 * The price list is large and only needed for model ids. It loads synchronously, because a config is
 * checked synchronously. `null`: only Node can load it that way, and not from a bundle without its packages.
 */
function loadPriceList(): PriceList | null {
  if (list !== undefined) return list;
  try {
    const { createRequire } = nodeModuleIfAny("node:module") ?? {};
    list = (createRequire?.(import.meta.url)("@pydantic/genai-prices") as PriceList) ?? null;
  } catch {
    list = null;
  }
  return list;
}

const FREE: Pricing = () => 0;

/** Price of a model; `null` if the list doesn't have it. Local servers are free. */
export function pricingFor(id: ModelId): Pricing | null {
  return findNameInList(id.provider) === null ? FREE : listedPricing(id);
}

/** Like `pricingFor`, but `null` for a local server, because a model with that name needn't be local. */
export function listedPricing({ provider, model }: ModelId): Pricing | null {
  const prices = findNameInList(provider);
  if (prices == null) return null;
  const cost = (tokens: BilledTokens): number | null =>
    loadPriceList()?.calcPrice(
      {
        input_tokens: tokens.input,
        cache_read_tokens: tokens.cachedInput,
        cache_write_tokens: tokens.cacheWrite,
        output_tokens: tokens.output,
        output_reasoning_tokens: tokens.reasoning,
      },
      model,
      { providerId: prices },
    )?.total_price ?? null;
  const isPriced =
    cost({ input: 1, cachedInput: 0, cacheWrite: 0, output: 1, reasoning: 0 }) !== null;
  return isPriced ? (tokens) => cost(tokens) ?? 0 : null;
}

/** Context size of a model in tokens, if the list has it. */
export function contextWindow({ provider, model }: ModelId): number | null {
  const prices = findNameInList(provider);
  if (prices == null) return null;
  const priced = loadPriceList()?.calcPrice({ input_tokens: 1 }, model, { providerId: prices });
  return priced?.model.context_window ?? null;
}

/** `null`: it charges nothing. `undefined`: the provider is unknown. */
function findNameInList(provider: string): string | null | undefined {
  return Object.hasOwn(providers, provider) ? providers[provider]?.prices : undefined;
}
