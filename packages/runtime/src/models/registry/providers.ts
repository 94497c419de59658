import type { LanguageModelV4 } from "@ai-sdk/provider";
import { ModelError } from "@rostrum/core/support";
import { limitBody } from "../limit-body.ts";
import { readAddressVariable } from "./address-variables.ts";
import { compatibleHosts, type CompatibleHost } from "./compatible-hosts.ts";
import { ollamaAddress } from "./ollama-host.ts";
import { providerFetch } from "./provider-fetch.ts";

/** How a provider's models are reached. */
export interface Provider {
  /** Display name. */
  title: string;
  /** Variables that may hold its key, the usual one first; empty when it needs none. */
  keys: readonly string[];
  /** Name in the price list; `null` if nothing is billed. */
  prices: string | null;
  /** Address of a local server. */
  url?(): string;
  /** Address of a provider with a key. The key is sent to no other address. */
  baseUrl?(): string;
  /** Variables with another address, to which prompts and the key are sent. */
  addresses?: readonly string[];
  /** Loads the package and makes the model. */
  create(model: string, key: string | undefined): Promise<LanguageModelV4>;
}

/** Maximum bytes: a reply of a million characters, escaped, with everything that a provider adds to it. */
const MAX_REPLY_BYTES = 8_000_000;

/**
 * Fetch for calls that carry a key. A redirect would send the key and the prompt to another address: of
 * the headers that contain keys, fetch removes only `authorization` when the host changes.
 */
const sameHostFetch: typeof fetch = async (input, init) => {
  const response = await providerFetch(input, { ...init, redirect: "manual" });
  if (response.status < 300 || response.status >= 400) return limitBody(response, MAX_REPLY_BYTES);
  await response.body?.cancel();
  const from = new URL(input instanceof Request ? input.url : input);
  throw new ModelError(
    `${from.origin} redirects to ${describeTarget(response, from)}, and keys and prompts don't follow ` +
      "redirects. Use the new address",
    { status: response.status, retryable: false, costUsd: 0 },
  );
};

/** Without its query, which may contain anything. */
function describeTarget({ headers }: Response, from: URL): string {
  const target = headers.get("location") ?? "";
  if (!URL.canParse(target, from.href)) return "nowhere";
  const { origin, pathname } = new URL(target, from);
  return `${origin}${pathname}`;
}

const GOOGLE_HOME = "https://generativelanguage.googleapis.com/v1beta";

/** With `ANTHROPIC_BASE_URL`, the key belongs to the server at that address. */
function findAnthropicHome(): string {
  const home = readHome("ANTHROPIC_BASE_URL") ?? "https://api.anthropic.com";
  return home === "https://api.anthropic.com" ? `${home}/v1` : home;
}

function findOpenAiHome(): string {
  return readHome("OPENAI_BASE_URL") ?? "https://api.openai.com/v1";
}

function readHome(variable: string): string | undefined {
  return readAddressVariable(variable)?.trim().replace(/\/+$/, "") || undefined;
}

/**
 * The providers that ids can name. A key is read from its own variables only and passed only to its own
 * provider's package. No provider falls back to another provider's key.
 */
export const providers: Readonly<Record<string, Provider>> = {
  anthropic: {
    title: "Anthropic",
    keys: ["ANTHROPIC_API_KEY"],
    prices: "anthropic",
    baseUrl: findAnthropicHome,
    addresses: ["ANTHROPIC_BASE_URL"],
    async create(model, key) {
      const settings = { apiKey: key ?? "", baseURL: findAnthropicHome(), fetch: sameHostFetch };
      try {
        return (await import("@ai-sdk/anthropic")).createAnthropic(settings)(model);
      } catch (cause) {
        throw new MissingPackageError("anthropic", cause);
      }
    },
  },
  openai: {
    title: "OpenAI",
    keys: ["OPENAI_API_KEY"],
    prices: "openai",
    baseUrl: findOpenAiHome,
    addresses: ["OPENAI_BASE_URL"],
    async create(model, key) {
      const settings = { apiKey: key ?? "", baseURL: findOpenAiHome(), fetch: sameHostFetch };
      try {
        return (await import("@ai-sdk/openai")).createOpenAI(settings)(model);
      } catch (cause) {
        throw new MissingPackageError("openai", cause);
      }
    },
  },
  google: {
    title: "Google",
    keys: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
    prices: "google",
    baseUrl: () => GOOGLE_HOME,
    async create(model, key) {
      const settings = { apiKey: key ?? "", baseURL: GOOGLE_HOME, fetch: sameHostFetch };
      try {
        return (await import("@ai-sdk/google")).createGoogleGenerativeAI(settings)(model);
      } catch (cause) {
        throw new MissingPackageError("google", cause);
      }
    },
  },
  ...Object.fromEntries(
    Object.entries(compatibleHosts).map(([name, host]) => [name, createHosted(name, host)]),
  ),
  ollama: { ...createLocal("Ollama", "ollama", ollamaUrl), addresses: ["OLLAMA_HOST"] },
  lmstudio: createLocal("LM Studio", "lmstudio", lmStudioUrl),
};

/**
 * A provider's package can be missing, as in a bundle without it. Bundlers skip what they can't find only if the
 * import itself is inside `try`.
 */
export class MissingPackageError extends Error {
  readonly package: string;

  constructor(provider: string, cause: unknown) {
    super(`@ai-sdk/${provider} is not installed`, { cause });
    this.package = `@ai-sdk/${provider}`;
  }
}

function createHosted(name: string, { differs, ...host }: CompatibleHost): Provider {
  return {
    ...host,
    create: (model, key) => createCompatible(name, host.baseUrl(), model, key, differs),
  };
}

export function ollamaUrl(): string {
  return `${ollamaAddress(readAddressVariable("OLLAMA_HOST"))}/v1`;
}

export function lmStudioUrl(): string {
  return "http://127.0.0.1:1234/v1";
}

function createLocal(title: string, name: string, url: () => string): Provider {
  return {
    title,
    keys: [],
    prices: null,
    url,
    create: (model) => createCompatible(name, url(), model, undefined),
  };
}

/** Any server that speaks OpenAI's chat protocol. */
export async function createCompatible(
  name: string,
  baseURL: string,
  model: string,
  key: string | undefined,
  { noStreamOptions = false, names = {} }: CompatibleHost["differs"] = {},
): Promise<LanguageModelV4> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({
    name,
    baseURL,
    includeUsage: !noStreamOptions,
    transformRequestBody: (body) =>
      Object.fromEntries(
        Object.entries(body).map(([field, value]) => [names[field] ?? field, value]),
      ),
    supportsStructuredOutputs: true,
    fetch: sameHostFetch,
    ...(key === undefined ? {} : { apiKey: key }),
  })(model);
}
