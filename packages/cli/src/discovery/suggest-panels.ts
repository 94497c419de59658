import type { ListedModel, AvailableModels } from "./available-models.ts";
import type { KnownProgram } from "./known-programs.ts";

export interface SuggestedPanel {
  name: string;
  config: { purpose: string; debaters: string[] };
  /** Why it is suggested, in a few words. */
  note: string;
}

/** Suggests panels from what was found, best first: different models err differently, so mixed panels come first. */
export function suggestPanels({ keyed, servers }: AvailableModels, size = 3): SuggestedPanel[] {
  const offers = keyed.flatMap(({ name, title, listing }) => {
    const models = "models" in listing ? pickModels(name, listing.models) : [];
    return models.length === 0 ? [] : [{ name, title, models }];
  });
  const mixed = makePanel(
    "mixed",
    takeTurns(offers.map(({ models }) => models)),
    "different models err differently",
    "Questions of any kind, for models of different vendors.",
    size,
  );
  return [
    ...(offers.length > 1 ? mixed : []),
    ...offers.flatMap(({ name, title, models }) =>
      makePanel(
        name,
        models,
        `models of ${title}`,
        `Questions of any kind, for models of ${title}.`,
        size,
      ),
    ),
    ...servers.flatMap(({ name, models }) =>
      makePanel(
        name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_"),
        pickLocal(models),
        `served by ${name} on this machine`,
        `Questions that should not leave this machine: models of ${name}.`,
        size,
      ),
    ),
  ];
}

/**
 * Suggests a panel of programs that are installed here. Only for a config that a person reads before it is used:
 * such a program may be an agent that reads files, and uses up a subscription.
 */
export function suggestProgramPanel(programs: readonly KnownProgram[], size = 3): SuggestedPanel[] {
  const names = programs.map(({ name }) => name).join(", ");
  return makePanel(
    "programs",
    programs.map(({ id }) => id),
    "asked with their own subscriptions; the cost is unknown",
    `Questions of any kind, for programs of this machine: ${names}.`,
    size,
  );
}

/** Where there are fewer models than members, the first ones speak more often. */
function makePanel(
  name: string,
  models: readonly string[],
  note: string,
  purpose: string,
  size: number,
): SuggestedPanel[] {
  if (models.length === 0) return [];
  const chosen = models.slice(0, size);
  const debaters = chosen.map((id, at) => {
    const times = Math.ceil((size - at) / chosen.length);
    return times === 1 ? id : `${id}*${times}`;
  });
  return [{ name, config: { purpose, debaters }, note }];
}

/** The best model of each provider, then the second ones. */
function takeTurns(offers: readonly (readonly string[])[]): string[] {
  const most = Math.max(0, ...offers.map((models) => models.length));
  return Array.from({ length: most }, (_, rank) =>
    offers.flatMap((models) => models[rank] ?? []),
  ).flat();
}

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
    const [newest] = listed
      .filter(({ id }) => family.test(id))
      .sort((a, b) => b.created - a.created || BY_VERSION.compare(b.id, a.id));
    return newest === undefined ? [] : [`${provider}/${newest.id}`];
  });
}

/** Names of models for embeddings, speech and similar tasks, which can't debate. */
const NO_DEBATER = /embed|rerank|whisper|tts|speech|moderation|clip/i;

/** Up to three models of a server on this machine. */
export function pickLocal(models: readonly string[]): string[] {
  return models.filter((id) => !NO_DEBATER.test(id)).slice(0, 3);
}

/** Numbers in names compare as numbers: 4.10 is newer than 4.9. */
const BY_VERSION = new Intl.Collator("en", { numeric: true });
