import type { LanguageModelV4 } from "@ai-sdk/provider";
import { ConfigError } from "@rostrum/core/support";
import type { Model, ModelPort } from "@rostrum/core/protocol";
import { aiSdkModel, isAiSdkModel } from "./ai-sdk/index.ts";
import {
  commandFromId,
  commandModel,
  isCommandId,
  isCommandModel,
} from "./command/command-model.ts";
import { embeddedFromId, expandEmbeddedId, isEmbeddedId } from "./embedded.ts";
import { functionModel } from "./function-model.ts";
import { humanFromId, isHumanId } from "./human.ts";
import { modelFromId, splitCount } from "./registry/index.ts";

/** Makes any form of model ready to be called. `field` names the option that it came from. */
export function resolveModel(model: Model, field: string): ModelPort {
  if (typeof model === "string") return resolveId(model.trim(), field);
  return { ...resolveObject(model, field), origin: model };
}

function resolveObject(model: Exclude<Model, string>, field: string): ModelPort {
  if (typeof model === "function") return functionModel(model);
  if (isAiSdkModel(model)) return aiSdkModel(checkVersion(model, field));
  if (isCommandModel(model)) return commandModel(model, field);
  throw new ConfigError(
    field,
    `expected a model id, an AI SDK model or a function, got ${typeof model}`,
  );
}

/** True if a value has the form of a model. `resolveModel` reports errors in it. */
export function isModel(value: unknown): value is Model {
  return (
    typeof value === "string" ||
    typeof value === "function" ||
    isAiSdkModel(value) ||
    isCommandModel(value)
  );
}

function resolveId(id: string, field: string): ModelPort {
  if (isCommandId(id)) return commandFromId(id, field);
  if (isHumanId(id)) return humanFromId(id, field);
  if (isEmbeddedId(id)) return embeddedFromId(id, field);
  return modelFromId(id, field);
}

/** Models of AI SDK 5 and before report usage and finish reasons in another shape. */
function checkVersion(model: LanguageModelV4, field: string): LanguageModelV4 {
  const {
    specificationVersion: version,
    provider,
    modelId,
  } = model as unknown as Record<string, unknown>;
  if (typeof provider !== "string" || typeof modelId !== "string") {
    throw new ConfigError(
      field,
      `expected an AI SDK model with texts "provider" and "modelId", got ${typeof provider} and ${typeof modelId}`,
    );
  }
  if (version === "v4" || version === "v3") return model;
  throw new ConfigError(
    field,
    `expected a model of AI SDK 6 or 7 (specification v3 or v4), got ${String(version)} (${model.modelId}): ` +
      "update its provider package",
  );
}

/** `<id>*3` stands for three debaters; `embedded*3` for three different ones. */
export function expandModel(model: Model): Model[] {
  if (typeof model !== "string") return [model];
  const embedded = expandEmbeddedId(model);
  if (embedded !== null) return embedded;
  const { id, count } = splitCount(model);
  return Array.from({ length: count }, () => id);
}
