/*
 * Intervals for panels that are drawn from the same models and share questions. A draw takes as many models and as many
 * questions again, with replacement. A panel counts as often as its members were drawn, a question as often as it was.
 * Drawing panels alone would leave out that other models could have been recorded.
 */
import { createRandom, shuffle } from "../../packages/core/src/record/random.ts";

/** One question under one panel. */
export interface PanelCase {
  panel: number;
  question: number;
}

export interface Estimate {
  value: number;
  low: number;
  high: number;
}

const DRAWS = 1000;

/** How often each of so many was drawn, with replacement. */
function drawCounts(count: number, random: () => number): Float64Array {
  const counts = new Float64Array(count);
  for (let draw = 0; draw < count; draw++) {
    const at = Math.floor(random() * count);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** Models that count as one: the same model with and without tools. */
const modelFamily = (name: string): string => name.replace(/\+tools$/, "");

/** The name of a model where panels of several sets are taken together: models are drawn within each set. */
export const modelOfSet = (set: string, name: string): string => `${set}: ${name}`;
const setOf = (name: string): string => /^(.*?): /.exec(name)?.[1] ?? "";

/**
 * The sum of one value over that of another, with the middle 95 % of what it is when models and questions are drawn anew.
 * `members` are the names of each panel's members.
 */
export function estimateRatio<T extends PanelCase>(
  cases: readonly T[],
  members: readonly (readonly string[])[],
  top: (each: T) => number,
  bottom: (each: T) => number = () => 1,
): Estimate {
  const random = createRandom("models and questions");
  const sets = [...Map.groupBy(new Set(members.flat().map(modelFamily)), setOf).values()];
  const families = sets.flat();
  const places = new Map(families.map((name, at) => [name, at]));
  const seats = members.map((names) => names.map((name) => places.get(modelFamily(name)) ?? 0));
  const questions = 1 + cases.reduce((most, { question }) => Math.max(most, question), 0);
  const [tops, bottoms] = [cases.map(top), cases.map(bottom)];
  const total = sum(bottoms);
  const value = sum(tops) / total;
  // A ratio of sums is nearly linear in them, and stays defined where a draw leaves no case.
  const residuals = Float64Array.from(tops, (each, at) => each - value * (bottoms[at] ?? 0));
  const [ofPanel, ofQuestion] = [
    Uint32Array.from(cases, ({ panel }) => panel),
    Uint32Array.from(cases, ({ question }) => question),
  ];
  const drawn = Float64Array.from({ length: DRAWS }, () => {
    const models = sets.flatMap(({ length }) => [...drawCounts(length, random)]);
    // To first order, the product of how often each of its members was drawn: few panels have all of them in a draw.
    const weights = Float64Array.from(seats, (own) =>
      own.reduce((weight, seat) => weight + (models[seat] ?? 0) - 1, 1),
    );
    const counts = drawCounts(questions, random);
    let change = 0;
    for (let at = 0; at < residuals.length; at++) {
      change +=
        (weights[ofPanel[at] ?? 0] ?? 0) *
        (counts[ofQuestion[at] ?? 0] ?? 0) *
        (residuals[at] ?? 0);
    }
    return value + change / total;
  }).toSorted();
  const at = (part: number): number => drawn[Math.floor(part * drawn.length)] ?? Number.NaN;
  return { value, low: at(0.025), high: at(0.975) };
}

/** Draws as many again, with replacement. */
export function drawAgain<T>(items: readonly T[], random: () => number): T[] {
  return items.flatMap(() => items.slice(Math.floor(random() * items.length)).slice(0, 1));
}

/**
 * A figure that takes some rows to choose by and other rows to measure on: its mean over splits, and the middle 95 % of
 * what it is when members and rows are drawn anew. A member that is drawn twice counts once, so that a draw has about
 * two thirds of the members; a row that chooses is never measured on.
 */
export function estimateSplits<M, R, F extends string>(
  {
    members,
    rows,
    splits,
    seed,
  }: { members: readonly M[]; rows: readonly R[]; splits: number; seed: string },
  measure: (members: readonly M[], known: readonly R[], tested: readonly R[]) => Record<F, number>,
  known: number = Math.floor(rows.length / 2),
): Record<F, Estimate> {
  const split = (random: () => number): [R[], R[]] => {
    const shuffled = shuffle(rows, random);
    return [shuffled.slice(0, known), shuffled.slice(known)];
  };
  const values = Array.from({ length: splits }, (_, index) =>
    measure(members, ...split(createRandom(`${seed} split ${index}`))),
  );
  const draws = Array.from({ length: splits }, (_, index) => {
    const random = createRandom(`${seed} draw ${index}`);
    const [chosenBy, tested] = split(random);
    return measure(
      [...new Set(drawAgain(members, random))],
      drawAgain(chosenBy, random),
      drawAgain(tested, random),
    );
  });
  const estimates = Object.keys(values[0] ?? {}).map((name) => {
    const of = (list: readonly Record<F, number>[]): number[] =>
      list.map((each) => each[name as F]);
    const drawn = of(draws).toSorted((a, b) => a - b);
    const at = (part: number): number => drawn[Math.floor(part * drawn.length)] ?? Number.NaN;
    return [name, { value: sum(of(values)) / splits, low: at(0.025), high: at(0.975) }];
  });
  return Object.fromEntries(estimates) as Record<F, Estimate>;
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

/** Points with their sign. */
export function formatPoints({ value, low, high }: Estimate): string {
  const points = (part: number): string => `${part >= 0 ? "+" : "−"}${tenths(Math.abs(part))}`;
  return `${points(value)} [${points(low)}, ${points(high)}]`;
}

/** A share in percent. What a nearly linear interval has below 0 or above 100 is cut off. */
export function formatShare({ value, low, high }: Estimate): string {
  return `${tenths(value)} % [${tenths(Math.max(0, low))}, ${tenths(Math.min(1, high))}]`;
}

/** A ratio, such as of costs. */
export const formatRatio = ({ value, low, high }: Estimate): string =>
  `${value.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;

const tenths = (part: number): string => (100 * part).toFixed(1);
