import type { InstalledProgram } from "@rostrum/runtime/models";
import type { AvailableModels } from "./available-models.ts";
import { chooseModels, interleave } from "./choose-models.ts";
import { OTHER_PURPOSE, type ListedModel } from "./listed-model.ts";
import { nameAfterModels } from "../members/name-members.ts";

export interface SuggestedMember {
  name: string;
  model: string;
}

export interface SuggestedPanel {
  name: string;
  config: {
    purpose: string;
    debaters: SuggestedMember[];
    limits?: { timeoutMs: number };
    budget?: { usd: number };
  };
  /** Reason for the suggestion, in a few words. */
  note: string;
}

/**
 * Suggests panels of the available models, best first. Mixed panels come first, because different models err
 * differently.
 */
export function suggestPanels({ keyed, servers }: AvailableModels, size = 3): SuggestedPanel[] {
  const offers = keyed.flatMap(({ name, title, listing }) => {
    const models = "models" in listing ? pickModels(name, listing.models, size) : [];
    return models.length === 0 ? [] : [{ name, title, models }];
  });
  const mixed = makePanel(
    "mixed",
    interleave(offers.map(({ models }) => models)),
    "different models err differently",
    "Questions of any kind, by models of different vendors.",
    size,
  );
  return [
    ...(offers.length > 1 ? mixed : []),
    ...offers.flatMap(({ name, title, models }) =>
      makePanel(
        name,
        models,
        `models of ${title}`,
        `Questions of any kind, by models of ${title}.`,
        size,
      ),
    ),
    ...servers.flatMap(({ name, models }) =>
      makePanel(
        name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_"),
        pickLocal(models, size),
        `served by ${name} on this machine`,
        `Questions that should not leave this machine: models of ${name}.`,
        size,
      ),
    ),
  ];
}

/** Longer than the default, because coding agents read files and think before they answer. */
const PROGRAM_TIMEOUT_MS = 600_000;

/** Suggests a panel of coding agents, which use their user's subscriptions. */
export function suggestProgramPanel(
  programs: readonly InstalledProgram[],
  size = 3,
): SuggestedPanel[] {
  if (programs.length === 0) return [];
  const seats = Array.from({ length: size }, (_, seat) => programs[seat % programs.length]);
  const debaters = seats.flatMap((program, seat) => {
    if (program === undefined) return [];
    const number = Math.floor(seat / programs.length) + 1;
    const name = number === 1 ? program.name : `${program.name}-${number}`;
    return [{ name, model: program.id }];
  });
  const seated = programs.slice(0, size);
  const names = seated.map(({ name, subscription }) => `${name} with ${subscription}`).join(", ");
  return [
    {
      name: "programs",
      config: {
        purpose: `Questions of any kind, by coding agents of this machine, read-only: ${names}.`,
        debaters,
        limits: { timeoutMs: PROGRAM_TIMEOUT_MS },
      },
      note: "coding agents, asked read-only with your own subscriptions",
    },
  ];
}

/** Makes a panel of `size` members. With fewer models than that, the first ones get several seats. */
function makePanel(
  name: string,
  models: readonly string[],
  note: string,
  purpose: string,
  size: number,
): SuggestedPanel[] {
  if (models.length === 0) return [];
  const seats = models.slice(0, size).flatMap((id, at, { length }) => {
    const copyCount = Math.ceil((size - at) / length);
    return Array.from({ length: copyCount }, () => id);
  });
  const names = nameAfterModels(seats.map((model) => ({ model })));
  const debaters = seats.map((model, seat) => ({ name: names[seat] ?? model, model }));
  return [{ name, config: { purpose, debaters }, note }];
}

/** Ids of a provider's models that fit a panel, best first, no more than it has seats. */
export function pickModels(provider: string, listed: readonly ListedModel[], size = 3): string[] {
  return chooseModels(listed)
    .slice(0, size)
    .map((id) => `${provider}/${id}`);
}

/** Models of a local server that can debate, no more than a panel has seats. */
export function pickLocal(models: readonly string[], size = 3): string[] {
  return models.filter((id) => !OTHER_PURPOSE.test(id)).slice(0, size);
}
