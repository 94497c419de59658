import { callersOf, modelsOf } from "../../debate/callers.ts";
import type { Setting } from "../../debate/setting.ts";

/** Loads every model of a run and checks its key, so that a missing one costs nothing. */
export async function prepareModels(setting: Setting): Promise<void> {
  const callers = callersOf(setting).flatMap(({ member }) => modelsOf(member));
  const models = new Set(callers.map(({ model }) => model));
  const preparing = [...models].flatMap((model) => model.prepare?.() ?? []);
  if (preparing.length > 0) await Promise.all(preparing);
}
