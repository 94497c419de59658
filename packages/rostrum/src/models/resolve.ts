import { ConfigError } from "../errors.ts";
import type { Model, ModelPort } from "../protocol/model.ts";
import { aiSdkModel, isAiSdkModel } from "./ai-sdk/index.ts";
import { functionModel } from "./function-model.ts";

/** Any form of model, made ready to be called. `field` names the option it came from. */
export function resolveModel(model: Model, field: string): ModelPort {
  if (typeof model === "function") return functionModel(model);
  if (isAiSdkModel(model)) return aiSdkModel(model);
  throw new ConfigError(
    field,
    `expected an AI SDK model or a function, got ${typeof model === "string" ? `the id "${model}"` : typeof model}`,
  );
}
