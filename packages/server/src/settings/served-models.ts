import { expandModelIds } from "@rostrum/runtime/api";
import { listModelVariables } from "@rostrum/runtime/registry";
import type { ReloadableOptions } from "../options.ts";
import type { LoadedSettings } from "./load-settings.ts";
import { isSame } from "./reload.ts";

type Settings = Pick<LoadedSettings, "needs" | "options">;

/** True if a panel names this model, or requests may. */
export function isServed({ needs, options: { models = [] } }: Settings, id: string): boolean {
  return needs.some(({ ids }) => ids.includes(id)) || models.flatMap(expandModelIds).includes(id);
}

/**
 * Returns a test for the models that a reload may have repaired: those whose key or address has changed, and those of
 * panels that have changed.
 */
export function findChangedModels(
  { needs, options: { panels } }: Settings,
  before: ReloadableOptions,
  /** Names of variables, among others. */
  alsoChanged: readonly string[],
): (id: string) => boolean {
  const inChangedPanels = new Set(
    needs
      .filter(({ name }) => !isSame(panels[name], before.panels[name]))
      .flatMap(({ ids }) => ids),
  );
  return (id) =>
    inChangedPanels.has(id) ||
    listModelVariables(id).some((variable) => alsoChanged.includes(variable));
}
