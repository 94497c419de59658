import { callersOf, modelsOf } from "../../debate/callers.ts";
import type { ModelPort } from "../../protocol/model.ts";
import type { ResolvedConfig } from "../../debate/resolved-config.ts";

/** Loads every model of a run and checks its key before any call is made, so that a missing key costs nothing. */
export async function prepareModels(resolved: ResolvedConfig): Promise<void> {
  let models = known.get(resolved);
  if (models === undefined) {
    const callers = callersOf(resolved).flatMap(({ member }) => modelsOf(member));
    const all = new Set(callers.map(({ model }) => model));
    models = [...all].filter(({ prepare }) => prepare !== undefined);
    known.set(resolved, models);
  }
  if (models.length > 0) await Promise.all(models.flatMap((model) => model.prepare?.() ?? []));
}

/** The models of a panel that have something to prepare. */
const known = new WeakMap<ResolvedConfig, readonly ModelPort[]>();
