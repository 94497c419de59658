import type { Setting } from "../../debate/setting.ts";
import type { ModelPort } from "../../protocol/model.ts";

/** Loads every model of a run and checks its key, so that a missing one costs nothing. */
export async function prepareModels(setting: Setting): Promise<void> {
  const preparing = modelsOf(setting).flatMap((model) => model.prepare?.() ?? []);
  if (preparing.length > 0) await Promise.all(preparing);
}

/** Every model that a run may call. */
export function modelsOf({ members, judge, route }: Setting): ModelPort[] {
  const callers = [...members, ...(judge ? [judge] : [])];
  if (route.type !== "always") callers.push(route.member);
  const models = callers.flatMap(({ model, fallback }) =>
    fallback ? [model, fallback.model] : model,
  );
  return [...new Set(models)];
}
