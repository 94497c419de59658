import type { StartedEvent } from "../protocol/events.ts";
import { seededRandom, shuffled } from "./random.ts";

/** What the labels of one reader are computed from. */
export interface Lettering {
  seed: number;
  question: string;
  /** How many members the panel has. */
  members: number;
  /** Panel index of the reader; `null` for the judge. */
  reader: number | null;
}

/** What a reader calls a member, and the member's panel index. */
export type Label = [string, number];

/**
 * The label of each member as one reader sees it, with its panel index: shuffled by seed, and the
 * same in every round. Every member has a label, even if it is not shown, so the labels of the
 * others stay the same when a member is silent for a round.
 */
export function peerLabels({ seed, question, members, reader }: Lettering): Label[] {
  const others: number[] = [];
  for (let index = 0; index < members; index++) if (index !== reader) others.push(index);
  const random = seededRandom(`seats ${seed} ${reader ?? "judge"} `, question);
  return shuffled(others, random).map((index, place) => [labelAt(place), index]);
}

/**
 * Which debater a member, or the judge (`null`), means by "Debater A". Empty if debaters know one
 * another by name, and for runs that don't record it.
 */
export function namesBehind(
  started: StartedEvent | null,
  reader: string | null,
): ReadonlyMap<string, string> {
  if (!started?.anonymous) return new Map();
  const { panel, question } = started;
  const index = panel.findIndex(({ name }) => name === reader);
  if (reader !== null && index < 0) return new Map();
  const labels = peerLabels({
    seed: started.anonymous.seed,
    question,
    members: panel.length,
    reader: reader === null ? null : index,
  });
  return new Map(labels.map(([label, member]) => [label, panel[member]?.name ?? ""]));
}

/** The labels of the first places. Every debate uses the same few. */
const known: string[] = Array.from({ length: 26 }, (_, place) => `Debater ${letters(place)}`);

function labelAt(place: number): string {
  return known[place] ?? `Debater ${letters(place)}`;
}

/** A, B, …, Z, AA, AB, … */
function letters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : letters(Math.floor(place / 26) - 1) + last;
}
