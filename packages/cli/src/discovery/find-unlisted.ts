import { findNearestWord } from "@rostrum/core/options";
import { listModelIds } from "@rostrum/runtime/api";
import {
  findKey,
  listedPricing,
  parseModelId,
  providers,
  splitCount,
} from "@rostrum/runtime/registry";
import type { ConfigPatch } from "../options/flags.ts";
import { listProviderModels } from "./available-models.ts";

/** A model that its provider doesn't list. */
export interface UnlistedModel {
  id: string;
  /** "OpenAI doesn't list a model gpt-9: did you mean openai/gpt-5?" */
  warning: string;
}

/**
 * Finds models that their provider doesn't list: most are typing errors, some are aliases. Only models that are not in
 * the price list are looked up, which is free of cost.
 */
export async function findUnlisted(config: ConfigPatch): Promise<UnlistedModel[]> {
  const unknownModels = listModels(config).filter((id) => listedPricing(id) === null);
  const unlisted = await Promise.all(
    unknownModels.map(async ({ provider, model }) => {
      const key = findKey({ provider, model });
      const title = providers[provider]?.title;
      if (key === undefined || title === undefined) return [];
      const listing = await listProviderModels(provider, key);
      if (!("models" in listing) || listing.models.length === 0) return [];
      const ids = listing.models.map(({ id }) => id);
      if (ids.includes(model)) return [];
      const hint = suggestModel(provider, model, ids) ?? "rostrum doctor shows what can be used";
      const warning = `${title} doesn't list a model ${model}: ${hint}`;
      return [{ id: `${provider}/${model}`, warning }];
    }),
  );
  return unlisted.flat();
}

/** "did you mean openai/gpt-5?" Null if no listed model has a similar name. */
export function suggestModel(
  provider: string,
  model: string,
  listed: readonly string[],
): string | null {
  const near = findNearestWord(model, listed);
  return near === undefined ? null : `did you mean ${provider}/${near}?`;
}

/** The models that the config names by a provider's id, each once. */
function listModels(config: ConfigPatch): { provider: string; model: string }[] {
  const ids = new Set(listModelIds(config).map((id) => splitCount(id).id));
  return [...ids].flatMap((id) => {
    try {
      const { provider, model: name, url } = parseModelId(id, "debaters");
      return url === undefined ? [{ provider, model: name }] : [];
    } catch {
      // The config's own check says what is wrong with an id.
      return [];
    }
  });
}
