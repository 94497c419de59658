import { listedPricing } from "../../packages/runtime/src/models/registry/prices.ts";

/*
 * US dollars per million tokens. Models that their makers sold, or that a large host still lists,
 * have the price of the price list that rostrum uses (@pydantic/genai-prices, in the version of the
 * lockfile), under the name that the list has for them. The other models are open weights that many
 * hosts sold at different prices: their prices are rough, within a factor of about two of what
 * hosts charged in autumn 2024.
 */
const LISTED: Record<string, readonly [provider: string, model: string]> = {
  "gpt-4o-2024-08-06": ["openai", "gpt-4o-2024-08-06"],
  "gpt-4o-mini-2024-07-18": ["openai", "gpt-4o-mini-2024-07-18"],
  "gpt-3.5-turbo-0125": ["openai", "gpt-3.5-turbo-0125"],
  "claude-3-5-sonnet-20240620": ["anthropic", "claude-3-5-sonnet-20240620"],
  "claude-3-haiku-20240307": ["anthropic", "claude-3-haiku-20240307"],
  "gemini-1.5-flash": ["google", "gemini-1.5-flash"],
  "gemini-1.5-flash-002": ["google", "gemini-1.5-flash"],
  "gemini-1.5-pro-002": ["google", "gemini-1.5-pro"],
  "Meta-Llama-3-70B-Instruct": ["groq", "llama3-70b-8192"],
};

const ROUGH: Record<string, readonly [input: number, output: number]> = {
  "Mistral-Large-2": [2, 6],
  "Mistral-Nemo-Instruct-2407": [0.15, 0.15],
  "Mistral-7B-Instruct-v0.2": [0.2, 0.2],
  "Mixtral-8x7B-Instruct-v0.1": [0.6, 0.6],
  "mathstral-7B": [0.2, 0.2],
  "Meta-Llama-3.1-70B-Instruct": [0.88, 0.88],
  "Meta-Llama-3.1-8B-Instruct": [0.18, 0.18],
  "Qwen1.5-72B-Chat": [0.9, 0.9],
  "Qwen2-7B-Instruct": [0.2, 0.2],
  "Qwen2.5-7B-Instruct": [0.3, 0.3],
  "Qwen2.5-72B-Instruct": [1.2, 1.2],
  "gemma-2-9b-it": [0.3, 0.3],
  "Yi-1.5-34B-Chat": [0.8, 0.8],
  "command-r-plus": [2.5, 10],
  "c4ai-command-r-v01": [0.5, 1.5],
  "reka-flash-20240226": [0.8, 2],
  "jamba-1.5-large": [2, 8],
  "DeepSeek-Coder-V2": [0.14, 0.28],
  "Phi-3-mini-4k-instruct": [0.1, 0.1],
};

/** Models with a listed price that answered every question of GSM8K. */
export const SOLD: readonly string[] = [
  "gpt-4o-2024-08-06",
  "gpt-4o-mini-2024-07-18",
  "gpt-3.5-turbo-0125",
  "claude-3-5-sonnet-20240620",
  "claude-3-haiku-20240307",
  "gemini-1.5-flash",
  "Meta-Llama-3-70B-Instruct",
];

/** US dollars of one call. */
export function callPrice(model: string, input: number, output: number): number {
  const [perInput, perOutput] = pricesOf(model);
  return (perInput * input + perOutput * output) / 1e6;
}

const known = new Map<string, readonly [input: number, output: number]>();

function pricesOf(model: string): readonly [input: number, output: number] {
  const found = known.get(model) ?? ROUGH[model] ?? listed(model);
  known.set(model, found);
  return found;
}

function listed(model: string): readonly [input: number, output: number] {
  const [provider, name] = LISTED[model] ?? ["", ""];
  const pricing = listedPricing({ provider, model: name });
  if (pricing === null) throw new Error(`no price for ${model}: add it to model-prices.ts`);
  const none = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, reasoning: 0 };
  // A thousand tokens: a million would be charged as a long prompt.
  return [1000 * pricing({ ...none, input: 1000 }), 1000 * pricing({ ...none, output: 1000 })];
}
