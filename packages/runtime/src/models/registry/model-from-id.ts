import { ConfigError, ModelError, omitUndefined } from "@rostrum/core/support";
import type { ModelPort } from "@rostrum/core/protocol";
import { aiSdkModel } from "../ai-sdk/index.ts";
import { findKey, listKeyVariables } from "./keys.ts";
import { MissingNeedsError, type MissingNeed } from "../missing-needs.ts";
import { toModelError } from "../model-error.ts";
import { offersSearch } from "../offers-search.ts";
import { takesFile } from "../takes-file.ts";
import { isReasoner } from "../reasoning.ts";
import { parseModelId, type ModelId } from "./parse-id.ts";
import { contextWindow, pricingFor } from "./prices.ts";
import { createCompatible, MissingPackageError, providers } from "./providers.ts";

/** Creates a model by id. Its package is loaded and its key looked up when a run begins, before any call. */
export function modelFromId(id: string, field: string): ModelPort {
  const parsed = parseModelId(id, field);
  let loaded: Promise<ModelPort> | undefined;
  const load = (): Promise<ModelPort> => (loaded ??= openModel(parsed, id, field));
  return {
    source: "id",
    id,
    provider: nameProvider(parsed),
    pricing: pricingFor(parsed),
    contextWindow: contextWindow(parsed),
    reasons: isReasoner(parsed.model),
    searches: offersSearch(parsed.provider),
    takes: (type) => takesFile(parsed.provider, parsed.model, type),
    async prepare() {
      await load().catch((error: unknown) => {
        // A key may be set later in the same process.
        loaded = undefined;
        throw error;
      });
    },
    async languageModel() {
      const { languageModel } = await load();
      if (!languageModel) throw new ConfigError(field, `"${id}" is not an AI SDK model`);
      return languageModel();
    },
    async generate(request) {
      const port = await load();
      try {
        return await port.generate(request);
      } catch (error) {
        throw parsed.url === undefined ? error : nameKeyVariable(error, parsed);
      }
    },
  };
}

async function openModel(parsed: ModelId, id: string, field: string): Promise<ModelPort> {
  const { provider, model, url } = parsed;
  const key = findKey(parsed);
  if (url !== undefined) return aiSdkModel(await createCompatible("compat", url, model, key));
  const entry = providers[provider];
  if (entry === undefined) throw new ConfigError(field, `there is no provider "${provider}"`);
  const missing: MissingNeed[] = [];
  if (entry.keys.length > 0 && key === undefined)
    missing.push({ kind: "key", name: listKeyVariables(parsed).join(" or "), id });
  try {
    const created = await entry.create(model, key);
    if (missing.length === 0) return aiSdkModel(created);
  } catch (cause) {
    if (cause instanceof MissingPackageError)
      missing.push({ kind: "package", name: cause.package, id });
    else if (!(cause instanceof ConfigError)) throw cause;
    // Without a key, the address is an unlikely cause.
    else if (missing.length === 0) throw new ConfigError(field, stripField(cause), { cause });
  }
  throw new MissingNeedsError(field, missing);
}

/** Adds where the key of a server given by address comes from to an error of a server that wants another one. */
function nameKeyVariable(thrown: unknown, parsed: ModelId): unknown {
  const error = toModelError(thrown);
  if (error.status !== 401 && error.status !== 403) return thrown;
  const [variable = ""] = listKeyVariables(parsed);
  const advice =
    findKey(parsed) === undefined
      ? `set ${variable} to the server's key`
      : `check its key, which rostrum reads from ${listKeyVariables(parsed).join(" or ")}`;
  const { status, requestId, retryable, permanent, retryAfterMs } = error;
  return new ModelError(`${error.message}: ${advice}`, {
    cause: thrown,
    ...omitUndefined({ status, requestId, retryable, permanent, retryAfterMs }),
  });
}

function stripField({ field, message }: ConfigError): string {
  return message.slice(field.length + 2);
}

/** Name under which its limits are set. Servers given by address have separate limits. */
function nameProvider({ provider, url }: ModelId): string {
  return url === undefined ? provider : `${provider}:${new URL(url).host}`;
}
