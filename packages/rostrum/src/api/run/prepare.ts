import { callersOf, modelsOf, withStandIns } from "../../debate/callers.ts";
import type { ModelPort } from "../../protocol/model.ts";
import type { ResolvedConfig } from "../../debate/resolved-config.ts";
import { messageOf } from "../../thrown.ts";

/** Loads every model of a run and checks its key before any call is made, so that a missing key costs nothing. `null`: they need nothing. */
export function prepareModels(resolved: ResolvedConfig): Promise<unknown> | null {
  const models = preparedOf(resolved);
  return models.length === 0
    ? null
    : Promise.all(models.flatMap((model) => model.prepare?.() ?? []));
}

/** Why models of a panel can't be called, in sentences. Calls none of them. */
export async function missingFor(resolved: ResolvedConfig): Promise<string[]> {
  const outcomes = await Promise.allSettled(
    preparedOf(resolved).map(async (model) => model.prepare?.()),
  );
  const sentences = outcomes.flatMap((outcome) =>
    outcome.status === "rejected" ? [messageOf(outcome.reason)] : [],
  );
  return [...new Set(sentences)];
}

function preparedOf(resolved: ResolvedConfig): readonly ModelPort[] {
  let models = known.get(resolved);
  if (models === undefined) {
    const callers = callersOf(resolved)
      .flatMap(({ member }) => withStandIns(member))
      .flatMap(modelsOf);
    const all = new Set(callers.map(({ model }) => model));
    models = [...all].filter(({ prepare }) => prepare !== undefined);
    known.set(resolved, models);
  }
  return models;
}

/** The models of a panel that have something to prepare. */
const known = new WeakMap<ResolvedConfig, readonly ModelPort[]>();
