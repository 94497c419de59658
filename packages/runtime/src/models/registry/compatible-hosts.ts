import { ConfigError } from "@rostrum/core/support";
import { readAddressVariable } from "./address-variables.ts";

/** A host that speaks OpenAI's chat protocol at its own address. */
export interface CompatibleHost {
  title: string;
  /** Variables that may hold its key, the usual one first. */
  keys: readonly string[];
  /** Base URL, without `/chat/completions`. The key is sent to no other address. */
  baseUrl(): string;
  /** Variables with another address. */
  addresses?: readonly string[];
  /** Name in the price list. */
  prices: string;
  /** Deviations from OpenAI's protocol. */
  differs?: {
    /** Refuses `stream_options`, and reports usage without it. */
    noStreamOptions?: boolean;
    /** Names of request fields that differ. */
    names?: Readonly<Record<string, string>>;
  };
}

/** A host at one address. */
function at(home: string, title: string, prices: string, ...keys: string[]): CompatibleHost {
  return { title, keys, baseUrl: () => home, prices };
}

/** Hosts by the name before the slash of an id. Addresses and variables are those that they document. */
export const compatibleHosts: Readonly<Record<string, CompatibleHost>> = {
  openrouter: at("https://openrouter.ai/api/v1", "OpenRouter", "openrouter", "OPENROUTER_API_KEY"),
  mistral: {
    ...at("https://api.mistral.ai/v1", "Mistral", "mistral", "MISTRAL_API_KEY"),
    // Unknown fields are refused with status 422.
    differs: { noStreamOptions: true, names: { seed: "random_seed" } },
  },
  groq: at("https://api.groq.com/openai/v1", "Groq", "groq", "GROQ_API_KEY"),
  xai: at("https://api.x.ai/v1", "xAI", "x-ai", "XAI_API_KEY"),
  deepseek: at("https://api.deepseek.com/v1", "DeepSeek", "deepseek", "DEEPSEEK_API_KEY"),
  together: at(
    "https://api.together.xyz/v1",
    "Together",
    "together",
    "TOGETHER_API_KEY",
    "TOGETHER_AI_API_KEY",
  ),
  fireworks: at(
    "https://api.fireworks.ai/inference/v1",
    "Fireworks",
    "fireworks",
    "FIREWORKS_API_KEY",
  ),
  cerebras: at("https://api.cerebras.ai/v1", "Cerebras", "cerebras", "CEREBRAS_API_KEY"),
  azure: {
    title: "Azure OpenAI",
    keys: ["AZURE_API_KEY", "AZURE_OPENAI_API_KEY"],
    baseUrl: findAzureHome,
    addresses: ["AZURE_OPENAI_ENDPOINT", "AZURE_RESOURCE_NAME"],
    prices: "azure",
    // Reasoning models refuse the older name.
    differs: { names: { max_tokens: "max_completion_tokens" } },
  },
};

/** Azure addresses are per customer. */
function findAzureHome(): string {
  const name = readAddressVariable("AZURE_RESOURCE_NAME")?.trim();
  const azureEndpoint = readAddressVariable("AZURE_OPENAI_ENDPOINT")?.trim().replace(/\/+$/, "");
  const endpoint = azureEndpoint || (name && `https://${name}.openai.azure.com`);
  if (!endpoint || !URL.canParse(endpoint)) {
    throw new ConfigError(
      "model",
      "azure/<deployment> needs your resource's address: set AZURE_RESOURCE_NAME to its name, or " +
        "AZURE_OPENAI_ENDPOINT to https://<name>.openai.azure.com",
    );
  }
  return `${endpoint.replace(/\/openai(?:\/v1)?$/, "")}/openai/v1`;
}
