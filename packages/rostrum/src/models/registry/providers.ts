import type { LanguageModelV4 } from "@ai-sdk/provider";

/** How a provider's models are reached. */
export interface Provider {
  /** What people call it. */
  title: string;
  /** Variables that may hold its key, the usual one first; empty when it needs none. */
  keys: readonly string[];
  /** The package that speaks to it. */
  package: string;
  /** Its name in the price list; `null`: nothing is billed. */
  prices: string | null;
  /** Where a local server listens. */
  url?(): string;
  /** Loads the package and makes the model. */
  create(model: string, key: string | undefined): Promise<LanguageModelV4>;
}

/**
 * The providers that ids can name. A key is read from its own variables only and handed only to its
 * own provider's package; nothing here falls back to another provider's key.
 */
export const providers: Readonly<Record<string, Provider>> = {
  anthropic: {
    title: "Anthropic",
    keys: ["ANTHROPIC_API_KEY"],
    package: "@ai-sdk/anthropic",
    prices: "anthropic",
    async create(model, key) {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ apiKey: key ?? "" })(model);
    },
  },
  openai: {
    title: "OpenAI",
    keys: ["OPENAI_API_KEY"],
    package: "@ai-sdk/openai",
    prices: "openai",
    async create(model, key) {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ apiKey: key ?? "" })(model);
    },
  },
  google: {
    title: "Google",
    keys: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
    package: "@ai-sdk/google",
    prices: "google",
    async create(model, key) {
      const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
      return createGoogleGenerativeAI({ apiKey: key ?? "" })(model);
    },
  },
  openrouter: {
    title: "OpenRouter",
    keys: ["OPENROUTER_API_KEY"],
    package: "@ai-sdk/openai-compatible",
    prices: "openrouter",
    create: (model, key) => compatible("openrouter", "https://openrouter.ai/api/v1", model, key),
  },
  ollama: local("Ollama", "ollama", () => process.env["OLLAMA_HOST"] ?? "http://127.0.0.1:11434"),
  lmstudio: local("LM Studio", "lmstudio", () => "http://127.0.0.1:1234"),
};

function local(title: string, name: string, host: () => string): Provider {
  const url = (): string => {
    const address = host();
    return `${/^https?:/.test(address) ? address : `http://${address}`}/v1`;
  };
  return {
    title,
    keys: [],
    package: "@ai-sdk/openai-compatible",
    prices: null,
    url,
    create: (model) => compatible(name, url(), model, undefined),
  };
}

/** Any server that speaks OpenAI's chat protocol. */
export async function compatible(
  name: string,
  baseURL: string,
  model: string,
  key: string | undefined,
): Promise<LanguageModelV4> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  return createOpenAICompatible({
    name,
    baseURL,
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...(key === undefined ? {} : { apiKey: key }),
  })(model);
}
