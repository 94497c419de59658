import { isPerson, listCallableModels, withAlternates } from "@rostrum/core/debate";
import { resolveConfig } from "@rostrum/runtime/api";
import { formatModelName } from "@rostrum/core/export";
import { toOneLine } from "@rostrum/core/support";
import type { Wallet } from "@rostrum/runtime/journal";
import { HttpError } from "../http-error.ts";
import type { PanelConfig } from "../options.ts";

/** Model of a panel whose price is unknown. */
export interface UnpricedModel {
  /** Role that the model is called for: `debater`, `judge`, `comparer` and so on. */
  role: string;
  name: string;
  model: string;
}

/** Lists the models that a debate may call and whose price is unknown, each once. */
export function listUnpriced(config: PanelConfig): UnpricedModel[] {
  const all = listCallableModels(resolveConfig(config)).flatMap(({ role, member }) =>
    isPerson(member)
      ? []
      : withAlternates(member).flatMap(({ name, model, pricing, fallback }) =>
          [{ model, pricing }, ...(fallback ? [fallback] : [])]
            .filter((pricedModel) => pricedModel.pricing === null)
            .map((pricedModel) => ({ role, name, model: formatModelName(pricedModel.model.id) })),
        ),
  );
  return all.filter(
    ({ role, name, model }, at) =>
      all.findIndex(
        (other) => other.role === role && other.name === name && other.model === model,
      ) === at,
  );
}

/**
 * Refuses, before anything is spent, a panel of unknown cost to a user with a limit in dollars. The debate would
 * otherwise fail, or lack its comparison, for a reason that the user can't see.
 */
export function refuseUnpriced(config: PanelConfig, wallets: readonly Wallet[]): void {
  const limited = wallets.find(({ limits }) => limits.usd !== undefined);
  if (!limited) return;
  const unpriced = listUnpriced(config);
  if (unpriced.length === 0) return;
  const message =
    `expected a known price for every model, because your dollars are limited to ${limited.limits.usd}, ` +
    `got none for ${formatUnpriced(unpriced)}: choose another panel, or ask an admin to give these models a price in the config, ${PRICE_FORM}`;
  throw new HttpError(402, "unpriced", message);
}

/** How a config gives a model a price. */
export const PRICE_FORM = "price: { input: …, output: … } in US dollars per million tokens";

/** `grace (compat:llama), judge (compat:llama)` */
export function formatUnpriced(models: readonly UnpricedModel[]): string {
  return models.map(({ name, model }) => `${name} (${toOneLine(model)})`).join(", ");
}
