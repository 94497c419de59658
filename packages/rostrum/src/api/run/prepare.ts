import { callersOf, modelsOf } from "../../debate/callers.ts";
import type { ResolvedConfig } from "../../debate/resolved-config.ts";

/** Loads every model of a run and checks its key before any call is made, so that a missing key costs nothing. */
export async function prepareModels(resolved: ResolvedConfig): Promise<void> {
  const callers = callersOf(resolved).flatMap(({ member }) => modelsOf(member));
  const models = new Set(callers.map(({ model }) => model));
  const preparing = [...models].flatMap((model) => model.prepare?.() ?? []);
  if (preparing.length > 0) await Promise.all(preparing);
}
