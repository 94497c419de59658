import {
  expandModelIds,
  isPlainId,
  listModelIds,
  listPrices,
  type FoundModel,
} from "@rostrum/runtime/api";
import { formatModelName } from "@rostrum/core/export";
import { isCompatId, splitCount } from "@rostrum/runtime/registry";
import type { Price } from "@rostrum/core/protocol";

/**
 * Collects the models of these panels, and extra ones, by the names that requests use for them. A `compat:` model is
 * named without its address, which only the config knows; a second one of the same name is `compat:<model>#2`.
 * Programs have no name here.
 */
export function collectModels(
  panels: readonly object[],
  extraIds: readonly string[],
): Map<string, FoundModel> {
  const prices = new Map(
    panels
      .flatMap(listPrices)
      .flatMap(([id, price]) => expandModelIds(id).map((each): [string, Price] => [each, price])),
  );
  const models = new Map<string, FoundModel>();
  const ids = [...panels.flatMap((panel) => listModelIds(panel)), ...extraIds].flatMap(
    expandModelIds,
  );
  for (const model of new Set(ids)) {
    const price = prices.get(model);
    const namedModel = price ? { model, price } : { model };
    if (isPlainId(model)) models.set(model, namedModel);
    else if (isCompatId(model))
      models.set(findFreeName(formatModelName(model), models), namedModel);
  }
  return models;
}

function findFreeName(name: string, usedNames: ReadonlyMap<string, unknown>): string {
  for (let number = 2; ; number++) {
    const free = number === 2 && !usedNames.has(name) ? name : `${name}#${number}`;
    if (!usedNames.has(free)) return free;
  }
}

/** Finds the model behind a name, which may end with a count (`*3`). `undefined` if it is none of these. */
export function findModel(
  models: ReadonlyMap<string, FoundModel>,
  named: string,
): FoundModel | undefined {
  const { id, count } = splitCount(named);
  const namedModel = models.get(id);
  return namedModel && id !== named
    ? { ...namedModel, model: `${namedModel.model}*${count}` }
    : namedModel;
}
