import type { Model } from "@rostrum/core/protocol";
import { formatCommandId, isCommandModel } from "@rostrum/runtime/models";

/** Id of a model as a config names it. Undefined for functions and models of an SDK. */
export function getModelId(model: Model | undefined): string | undefined {
  if (typeof model === "string") return model;
  return isCommandModel(model) ? formatCommandId(model.command) : undefined;
}
