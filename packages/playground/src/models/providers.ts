import type { LanguageModelV4 } from "@ai-sdk/provider";
import { HOSTS } from "../policy.ts";

export interface Provider {
  title: string;
  /** Base URL of its models, the only address that gets the key. */
  baseUrl: string;
  /** Example of a model's name. */
  example: string;
  create(model: string, key: string, baseUrl: string): Promise<LanguageModelV4>;
}

/** Providers that accept requests from browsers. Their code loads on first use. */
export const PROVIDERS = {
  openai: {
    title: "OpenAI",
    baseUrl: `${HOSTS.openai}/v1`,
    example: "gpt-6-sol",
    async create(model, key, baseUrl) {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ apiKey: key, baseURL: baseUrl, fetch: fetchOnlyFrom(baseUrl) })(model);
    },
  },
  anthropic: {
    title: "Anthropic",
    baseUrl: `${HOSTS.anthropic}/v1`,
    example: "claude-sonnet-5",
    async create(model, key, baseUrl) {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      // Anthropic accepts requests from browsers only if this header acknowledges the risk.
      const headers = { "anthropic-dangerous-direct-browser-access": "true" };
      return createAnthropic({
        apiKey: key,
        baseURL: baseUrl,
        headers,
        fetch: fetchOnlyFrom(baseUrl),
      })(model);
    },
  },
  google: {
    title: "Google",
    baseUrl: `${HOSTS.google}/v1beta`,
    example: "gemini-3.8-flash",
    async create(model, key, baseUrl) {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI({
        apiKey: key,
        baseURL: baseUrl,
        fetch: fetchOnlyFrom(baseUrl),
      })(model);
    },
  },
  openrouter: {
    title: "OpenRouter",
    baseUrl: `${HOSTS.openrouter}/api/v1`,
    example: "openai/gpt-6-sol",
    create: (model, key, baseUrl) => createCompatible("openrouter", model, key, baseUrl),
  },
  local: {
    title: "a server on this machine (Ollama, LM Studio, …)",
    baseUrl: "http://localhost:11434/v1",
    example: "gpt-oss:20b",
    create: (model, key, baseUrl) => createCompatible("local", model, key, baseUrl),
  },
} satisfies Record<string, Provider>;

export type ProviderName = keyof typeof PROVIDERS;

async function createCompatible(
  name: string,
  model: string,
  key: string,
  baseURL: string,
): Promise<LanguageModelV4> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({
    name,
    baseURL,
    includeUsage: true,
    fetch: fetchOnlyFrom(baseURL),
    ...(key === "" ? {} : { apiKey: key }),
  })(model);
}

/** Sends requests with a key to one origin only, without redirects, cookies or a referrer. */
function fetchOnlyFrom(baseUrl: string): typeof fetch {
  const { origin } = new URL(baseUrl);
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== origin)
      throw new Error(`Refused to call ${url.origin}: the key is for ${origin}.`);
    const headers = new Headers(init?.headers);
    // This header would trigger a preflight that the provider rejects.
    headers.delete("user-agent");
    try {
      return await fetch(url, {
        ...init,
        headers,
        redirect: "error",
        credentials: "omit",
        referrerPolicy: "no-referrer",
        cache: "no-store",
      });
    } catch (cause) {
      // Browsers don't tell a page which of these causes it was. An aborted call is another error.
      if (!(cause instanceof TypeError)) throw cause;
      const ollama = LOOPBACK_HOSTS.has(url.hostname) ? " For Ollama, set OLLAMA_ORIGINS." : "";
      throw new Error(
        `${origin} can't be reached from this page: it is not running, you are offline, or it doesn't ` +
          `answer pages from ${location.origin}.${ollama}`,
        { cause },
      );
    }
  };
}

/** Checks a key before it is sent: copied keys often contain an invisible character. */
export function checkKey(key: string): string {
  const trimmed = key.trim();
  if (/^[\x21-\x7e]*$/.test(trimmed)) return trimmed;
  throw new Error(
    "Expected a key of plain letters, digits and signs, got one with a space or another character. " +
      "Copy it again.",
  );
}

const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["localhost", "127.0.0.1"]);

/** Checks the address of a local server. */
export function findLocalHome(address: string): string {
  const trimmed = address.trim().replace(/\/+$/, "");
  const url = URL.canParse(trimmed) ? new URL(trimmed) : null;
  if (url?.protocol === "http:" && LOOPBACK_HOSTS.has(url.hostname)) return trimmed;
  throw new Error(
    `Expected an address on this machine, such as ${PROVIDERS.local.baseUrl}, got "${trimmed.slice(0, 80)}".`,
  );
}
