import type { StartedEvent } from "../protocol/started-event.ts";
import { createRandom, shuffle } from "./random.ts";

/** Inputs of the labels of a debate. */
export interface LabelInputs {
  seed: number;
  question: string;
  /** Number of members. */
  members: number;
}

/** A member's label and its panel index. */
export type PeerLabel = readonly [string, number];

/**
 * Labels of the members, shuffled by seed, once per debate. A label means the same member for every reader in
 * every round, so that what one debater writes about "Debater A" is correct for all.
 */
export function assignLabels({ seed, question, members }: LabelInputs): PeerLabel[] {
  const indexes = new Array(members).fill(0).map((_, index) => index);
  const random = createRandom(`seats ${seed} `, question);
  return shuffle(indexes, random).map((index, place) => [`Debater ${formatLetters(place)}`, index]);
}

/** Names of debaters by label. Empty if debaters know one another by name. */
export function mapLabelsToNames(started: StartedEvent | null): ReadonlyMap<string, string> {
  if (!started?.anonymous) return new Map();
  const { panel, question } = started;
  const labels = assignLabels({ seed: started.anonymous.seed, question, members: panel.length });
  return new Map(labels.map(([label, member]) => [label, panel[member]?.name ?? ""]));
}

/** Matches "Debater B" and "Debaters A, C and D". */
const LABELS =
  /\b[Dd]ebater ([A-Z]{1,2})\b|\b[Dd]ebaters ([A-Z]{1,2}(?:(?:, and |, or |, | and | or | & |\/)[A-Z]{1,2})*)\b/g;

/** Replaces labels such as "Debater B" in a text for people with names. Labels without a name stay. */
export function nameLabels(text: string, names: ReadonlyMap<string, string>): string {
  if (names.size === 0) return text;
  const findName = (letters: string): string | undefined => names.get(`Debater ${letters}`);
  return text.replace(LABELS, (label: string, single?: string, list?: string) => {
    const letters = (list ?? single ?? "").match(/[A-Z]+/g) ?? [];
    if (letters.some((letter) => findName(letter) === undefined)) return label;
    return (list ?? single ?? "").replaceAll(/[A-Z]+/g, (letter) => findName(letter) ?? letter);
  });
}

/** A, B, …, Z, AA, AB, … */
function formatLetters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : formatLetters(Math.floor(place / 26) - 1) + last;
}
