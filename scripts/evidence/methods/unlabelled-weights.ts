/*
 * How reliable the members of a panel are, from questions without known answers: expectation–maximisation after Dawid and
 * Skene with one reliability per member, where wrong answers coincide as often as they seem to. Members that err
 * together word for word are one voter: otherwise three copies of one model outvote everybody and look perfect.
 */
import { logEwens } from "./ewens.ts";

/** By member, the group of equal answers; negative where it could not be read. */
export type Said = readonly number[];

export interface UnlabelledWeights {
  /** Members that count as one voter, by voter. */
  voters: number[][];
  /** By voter. */
  reliability: number[];
  /** How often two wrong answers to one question are the same. */
  sharing: number;
  /** Whether voters differ by more than chance: if not, each has the same weight. */
  differ: boolean;
}

export interface UnlabelledSettings {
  /** Two members are one voter if this share of their dissents is common. */
  twins: number;
  /** The prior that a member is like the others, in rows. */
  prior: number;
  /** Reliabilities must vary this many times as much as chance makes them vary. */
  dispersion: number;
}

export const UNLABELLED: UnlabelledSettings = { twins: 0.7, prior: 4, dispersion: 3 };
const ITERATIONS = 40;

export function weighUnlabelled(
  rows: readonly Said[],
  settings: UnlabelledSettings = UNLABELLED,
): UnlabelledWeights {
  const voters = mergeTwins(rows, settings.twins);
  const voted = rows.map((said) => groupVoters(said, voters));
  const { reliability, sharing } = fitReliability(voted, voters.length, settings.prior);
  return {
    voters,
    reliability,
    sharing,
    differ: computeDispersion(reliability, rows.length, settings.prior) >= settings.dispersion,
  };
}

/** How likely each group's answer is right; where voters don't differ, how many voted for it. */
export function weighAnswers(said: Said, weights: UnlabelledWeights): Map<number, number> {
  const { groups } = groupVoters(said, weights.voters);
  return weights.differ
    ? explainRow(groups, weights.reliability, weights.sharing)
    : new Map([...groups].map(([group, members]) => [group, members.length]));
}

/** The voters of a row by the answer that they gave. */
interface VotedRow {
  groups: Map<number, number[]>;
}

function groupVoters(said: Said, voters: readonly (readonly number[])[]): VotedRow {
  const groups = new Map<number, number[]>();
  voters.forEach((members, voter) => {
    const group = findPlurality(members.map((member) => said[member] ?? -1))[0];
    if (group === undefined) return;
    const others = groups.get(group);
    if (others === undefined) groups.set(group, [voter]);
    else others.push(voter);
  });
  return { groups };
}

/** The groups that most are in. */
function findPlurality(said: Said): number[] {
  const counts = new Map<number, number>();
  for (const group of said) if (group >= 0) counts.set(group, (counts.get(group) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return [...counts].filter(([, count]) => count === most).map(([group]) => group);
}

/**
 * Two members dissent where at least one of them differs from what most others say. Models of one family give the same
 * answer in up to a third of those cases, copies in all. One common dissent and two others count as seen already.
 */
export function measureTwins(rows: readonly Said[], a: number, b: number): number {
  let common = 1;
  let dissents = 3;
  for (const said of rows) {
    const [x = -1, y = -1] = [said[a], said[b]];
    if (x < 0 && y < 0) continue;
    const others = findPlurality(said.map((group, at) => (at === a || at === b ? -1 : group)));
    if (others.length === 0 || (others.includes(x) && others.includes(y))) continue;
    dissents += 1;
    if (x === y) common += 1;
  }
  return common / dissents;
}

function mergeTwins(rows: readonly Said[], twins: number): number[][] {
  const size = rows[0]?.length ?? 0;
  const first = Array.from({ length: size }, (_, member) => member);
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      if (first[a] === first[b] || measureTwins(rows, a, b) < twins) continue;
      const [from, to] = [first[b], first[a] ?? a];
      first.forEach((each, member) => {
        if (each === from) first[member] = to;
      });
    }
  }
  return [...Map.groupBy(first.keys(), (member) => first[member]).values()];
}

function fitReliability(
  rows: readonly VotedRow[],
  size: number,
  prior: number,
): { reliability: number[]; sharing: number } {
  // Many rows look the same.
  const patterns = [
    ...Map.groupBy(rows, ({ groups }) => JSON.stringify([...groups.values()])).values(),
  ].map((alike) => ({
    groups: alike[0]?.groups ?? new Map<number, number[]>(),
    times: alike.length,
  }));
  let chances = patterns.map(({ groups }) => {
    const all = [...groups.values()].reduce((sum, { length }) => sum + length, 0);
    return new Map([...groups].map(([group, voters]) => [group, voters.length / all]));
  });
  // An unread reply doesn't vote: it is half an error.
  const read = Array.from({ length: size }, (_, voter) =>
    patterns.reduce(
      (sum, { groups, times }) =>
        [...groups.values()].some((voters) => voters.includes(voter))
          ? sum + times
          : sum + times / 2,
      0,
    ),
  );
  const votes = read.reduce((sum, count) => sum + count, 0);
  let reliability: number[] = [];
  let sharing = 0.3;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const right = Array.from({ length: size }, () => 0);
    let same = 0.5;
    let pairs = 1;
    patterns.forEach(({ groups, times }, index) => {
      for (const [group, chance] of chances[index] ?? []) {
        const weight = times * chance;
        for (const voter of groups.get(group) ?? []) right[voter] = (right[voter] ?? 0) + weight;
        let errors = 0;
        for (const [other, { length }] of groups) {
          if (other === group) continue;
          errors += length;
          same += (weight * length * (length - 1)) / 2;
        }
        pairs += (weight * errors * (errors - 1)) / 2;
      }
    });
    const mean = (right.reduce((sum, count) => sum + count, 0) + 0.5) / (votes + 1);
    reliability = right.map((count, voter) =>
      clamp((count + prior * mean) / ((read[voter] ?? 0) + prior), 0.02, 0.98),
    );
    sharing = clamp(same / pairs, 0.02, 0.95);
    chances = patterns.map(({ groups }) => explainRow(groups, reliability, sharing));
  }
  return { reliability, sharing };
}

/** The probability of each group's answer being right. */
function explainRow(
  groups: ReadonlyMap<number, readonly number[]>,
  reliability: readonly number[],
  sharing: number,
): Map<number, number> {
  const logs = [...groups].map(([group, voters]) => {
    let log = voters.reduce((sum, voter) => {
      const chance = reliability[voter] ?? 0.5;
      return sum + Math.log(chance / (1 - chance));
    }, 0);
    const sizes = [...groups].flatMap(([other, { length }]) => (other === group ? [] : [length]));
    log += logEwens(sizes, sharing);
    return [group, log] as const;
  });
  const most = Math.max(...logs.map(([, log]) => log));
  const odds = logs.map(([group, log]) => [group, Math.exp(log - most)] as const);
  const total = odds.reduce((sum, [, each]) => sum + each, 0);
  return new Map(odds.map(([group, each]) => [group, each / total]));
}

/** The variance of the reliabilities as a multiple of what chance alone gives them. */
function computeDispersion(reliability: readonly number[], rows: number, prior: number): number {
  const size = reliability.length;
  if (size < 2 || rows === 0) return 0;
  const mean = reliability.reduce((sum, each) => sum + each, 0) / size;
  // Without the prior's pull.
  const stretch = (rows + prior) / rows;
  const variance =
    reliability.reduce((sum, each) => sum + (stretch * (each - mean)) ** 2, 0) / (size - 1);
  return variance / Math.max(1e-6, (mean * (1 - mean)) / rows);
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
