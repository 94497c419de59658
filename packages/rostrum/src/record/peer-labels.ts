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
export type Label = readonly [string, number];

/**
 * The label of each member as one reader sees it, with its panel index: shuffled by seed, and the
 * same in every round. Every member has a label, even if it is not shown, so the labels of the
 * others stay the same when a member is silent for a round.
 */
export function peerLabels({ seed, question, members, reader }: Lettering): Label[] {
  const others: number[] = [];
  for (let index = 0; index < members; index++) if (index !== reader) others.push(index);
  const random = seededRandom(`seats ${seed} ${reader ?? "judge"} `, question);
  return shuffled(others, random).map((index, place) => labelOf(place, index));
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

/** By place and panel index. Every debate uses the same few, and keeps them for each of its readers. */
const known: Label[][] = [];

/** Places and members beyond these are rare. */
const MOST_KEPT = 16;

function labelOf(place: number, index: number): Label {
  const before = known[place]?.[index];
  if (before !== undefined) return before;
  const label: Label = [`Debater ${letters(place)}`, index];
  if (place < MOST_KEPT && index < MOST_KEPT) (known[place] ??= [])[index] = label;
  return label;
}

/** A, B, …, Z, AA, AB, … */
function letters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : letters(Math.floor(place / 26) - 1) + last;
}
