import { listedPricing } from "@rostrum/runtime/registry";
import { toOneLine } from "@rostrum/core/support";
import type { AvailableModels } from "./available-models.ts";
import type { ListedModel } from "./listed-model.ts";
import { suggestPanels, type SuggestedPanel } from "./suggest-panels.ts";

/**
 * Suggests panels for a spending limit in US dollars, which needs known prices: one with a model of unknown price is
 * replaced by one of priced models, if there are any. Says which models that leaves out.
 */
export function suggestPricedPanels(
  models: AvailableModels,
  say: (line: string) => void,
  size?: number,
): SuggestedPanel[] {
  const unpricedIds = listUnpricedIds(models);
  const pricedPanels = suggestPanels(keepPriced(models, unpricedIds), size);
  const omittedIds = new Set<string>();
  const panels = suggestPanels(models, size).map((panel, index) => {
    const unpriced = panel.config.debaters.filter(({ model }) => unpricedIds.has(model));
    if (unpriced.length === 0) return panel;
    const replacement =
      pricedPanels.find(({ name }) => name === panel.name) ??
      (index === 0 ? pricedPanels[0] : undefined);
    if (replacement === undefined) return panel;
    for (const { model } of unpriced) omittedIds.add(toOneLine(model));
    return replacement;
  });
  if (omittedIds.size > 0)
    say(`not asked, because a spending limit needs known prices: ${[...omittedIds].join(", ")}`);
  return panels;
}

function listUnpricedIds({ keyed }: AvailableModels): Set<string> {
  return new Set(
    keyed.flatMap(({ name, listing }) =>
      ("models" in listing ? listing.models : []).flatMap(({ id }) =>
        listedPricing({ provider: name, model: id }) === null ? `${name}/${id}` : [],
      ),
    ),
  );
}

function keepPriced(
  { keyed, servers }: AvailableModels,
  unpricedIds: ReadonlySet<string>,
): AvailableModels {
  const pricedKeyed = keyed.map((provider) => {
    const { name, listing } = provider;
    if (!("models" in listing)) return provider;
    const isPriced = ({ id }: ListedModel): boolean => !unpricedIds.has(`${name}/${id}`);
    return { ...provider, listing: { ...listing, models: listing.models.filter(isPriced) } };
  });
  return { keyed: pricedKeyed, servers };
}
