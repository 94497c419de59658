import type { StartedEvent } from "../protocol/started-event.ts";
import { createRandom, shuffle } from "./random.ts";

/** What the labels of a debate are computed from. */
export interface Lettering {
  seed: number;
  question: string;
  /** How many members the panel has. */
  members: number;
}

/** What everybody calls a member, and the member's panel index. */
export type PeerLabel = readonly [string, number];

/**
 * The label of each member, with its panel index: shuffled by seed, once per debate. A label means the same member to
 * every reader in every round, so what one debater writes about "Debater A" is about the same member for all.
 */
export function assignLabels({ seed, question, members }: Lettering): PeerLabel[] {
  const indexes = new Array(members).fill(0).map((_, index) => index);
  const random = createRandom(`seats ${seed} `, question);
  return shuffle(indexes, random).map((index, place) => [`Debater ${formatLetters(place)}`, index]);
}

/** Which debater is meant by "Debater A". Empty if debaters know one another by name. */
export function mapLabelsToNames(started: StartedEvent | null): ReadonlyMap<string, string> {
  if (!started?.anonymous) return new Map();
  const { panel, question } = started;
  const labels = assignLabels({ seed: started.anonymous.seed, question, members: panel.length });
  return new Map(labels.map(([label, member]) => [label, panel[member]?.name ?? ""]));
}

/** A, B, …, Z, AA, AB, … */
function formatLetters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : formatLetters(Math.floor(place / 26) - 1) + last;
}
