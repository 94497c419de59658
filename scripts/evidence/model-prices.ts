/** List prices when the replies were recorded, in US dollars per million tokens: [input, output]. */
const PRICES: Record<string, readonly [input: number, output: number]> = {
  "gpt-4o-2024-08-06": [2.5, 10],
  "gpt-4o-mini-2024-07-18": [0.15, 0.6],
  "gpt-3.5-turbo-0125": [0.5, 1.5],
  "claude-3-5-sonnet-20240620": [3, 15],
  "claude-3-haiku-20240307": [0.25, 1.25],
  "gemini-1.5-flash": [0.075, 0.3],
  "gemini-1.5-flash-002": [0.075, 0.3],
  "gemini-1.5-pro-002": [1.25, 5],
  "Mistral-Large-2": [2, 6],
  "Mistral-Nemo-Instruct-2407": [0.15, 0.15],
  "Mistral-7B-Instruct-v0.2": [0.2, 0.2],
  "Mixtral-8x7B-Instruct-v0.1": [0.6, 0.6],
  "mathstral-7B": [0.2, 0.2],
  "Meta-Llama-3-70B-Instruct": [0.9, 0.9],
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

/** Models whose makers sell them: the others have the price of a host. */
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
  const price = PRICES[model];
  if (price === undefined) throw new Error(`no price for ${model}: add it to model-prices.ts`);
  return (price[0] * input + price[1] * output) / 1e6;
}
