import { expandModelIds, listModelIds, type FoundModel } from "@rostrum/runtime/api";
import { isHumanId } from "@rostrum/runtime/models";
import { splitCount } from "@rostrum/runtime/registry";
import type { Budget } from "@rostrum/core/protocol";
import { takeLowest } from "../access/take-lowest.ts";
import { HttpError, invalidRequest } from "../http-error.ts";
import type { PanelConfig } from "../options.ts";
import { collectModels, findModel } from "./named-models.ts";

/** The models that requests may name: those of the configured panels, and others that are allowed. */
export interface AllowedModels {
  /** The model behind a name. Throws unless it is a configured one: addresses and commands never are. */
  find(name: string, field: string): FoundModel;
  /** Names of all allowed models. */
  readonly ids: readonly string[];
}

export function createAllowedModels(
  panels: readonly PanelConfig[],
  extraIds: readonly string[],
): AllowedModels {
  const models = collectModels(panels, extraIds);
  return {
    ids: [...models.keys()].sort(),
    find(name, field) {
      const { id: plain } = splitCount(name);
      // People cost nothing, so they are always allowed.
      const namedModel = isHumanId(plain) ? { model: name } : findModel(models, name);
      if (namedModel) return namedModel;
      const isName = !plain.includes("://") && !/^command:/i.test(plain);
      const message = isName
        ? `expected a configured model, got "${plain.slice(0, 80)}"`
        : "expected the name of a configured model, got an address or a command";
      throw new HttpError(400, "model_not_allowed", message, { field });
    },
  };
}

/** The caps of every configured panel that names one of these models. */
export type FindCaps = (ids: readonly string[]) => NonNullable<PanelConfig["budget"]>[];

/** Applies a model's cap in every panel: as debater, judge, router or fallback. */
export function createFindCaps(panels: readonly PanelConfig[]): FindCaps {
  const models = panels.map((panel) => new Set(listModelIds(panel).flatMap(expandModelIds)));
  return (ids) => {
    const requestedIds = ids.flatMap(expandModelIds);
    const naming = panels.filter((_, index) => requestedIds.some((id) => models[index]?.has(id)));
    return naming.flatMap(({ budget }) => budget ?? []);
  };
}

/** Takes the smallest of each cap. Added caps can lower a cap and never raise it. */
export function combineCaps(
  caps: readonly (PanelConfig["budget"] | undefined)[],
  field: string,
): PanelConfig["budget"] {
  const all = [...new Set(caps.filter((each) => each !== undefined))];
  const [first, ...more] = all;
  if (first === undefined || more.length === 0) return first;
  const shared = all.some((each) => "open" in each);
  if (shared) {
    throw invalidRequest(
      field,
      "expected the panel unchanged, because its budget is shared with other debates and can't be combined with other caps",
    );
  }
  return takeLowest(all as Exclude<(typeof all)[number], Budget>[]);
}
