import type { ListedModel } from "./model-lists.ts";

/** What most hosts of open models offer, under their own names. */
const OPEN_WEIGHTS: readonly RegExp[] = [/gpt-oss-120b$/i, /llama.*70b/i, /qwen-?3.*\d+b/i];

/** Families of models fit for a panel, by name and never by version: versions come from the provider's list. */
const FAMILIES: Readonly<Record<string, readonly RegExp[]>> = {
  anthropic: [/^claude-sonnet-[\d-]+$/, /^claude-haiku-[\d-]+$/],
  openai: [/^gpt-\d+(\.\d+)?$/, /^gpt-\d+(\.\d+)?-mini$/],
  google: [/^gemini-\d+(\.\d+)?-flash$/, /^gemini-\d+(\.\d+)?-pro$/],
  openrouter: [
    /^anthropic\/claude-sonnet-[\d.]+$/,
    /^openai\/gpt-\d+(\.\d+)?$/,
    /^google\/gemini-\d+(\.\d+)?-flash$/,
  ],
  mistral: [/^mistral-large-latest$/, /^mistral-medium-latest$/, /^mistral-small-latest$/],
  groq: OPEN_WEIGHTS,
  xai: [/^grok-\d+(\.\d+)?(-\d{4})?$/, /^grok-[\d.-]+-fast(-reasoning)?$/],
  deepseek: [/^deepseek-chat$/, /^deepseek-reasoner$/],
  together: OPEN_WEIGHTS,
  fireworks: OPEN_WEIGHTS,
  cerebras: OPEN_WEIGHTS,
};

/** The newest model of each family that the provider lists. */
export function pickModels(provider: string, listed: readonly ListedModel[]): string[] {
  return (FAMILIES[provider] ?? []).flatMap((family) => {
    const [newest] = listed.filter(({ id }) => family.test(id)).sort(newestFirst);
    return newest === undefined ? [] : [`${provider}/${newest.id}`];
  });
}

/** Names of models for embeddings, speech and similar tasks, which can't debate. */
const NO_DEBATER = /embed|rerank|whisper|tts|speech|moderation|clip/i;

/** Up to three models of a server on this machine. */
export function pickLocal(models: readonly string[]): string[] {
  return models.filter((id) => !NO_DEBATER.test(id)).slice(0, 3);
}

function newestFirst(a: ListedModel, b: ListedModel): number {
  return b.created - a.created || compareVersions(numbers(b.id), numbers(a.id));
}

function numbers(id: string): number[] {
  return (id.match(/\d+/g) ?? []).map(Number);
}

function compareVersions(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? 0) - (b[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
