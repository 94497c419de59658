import { logWrongGroups } from "@rostrum/core/decide";
import type { KindCalibration, ReplayRow } from "@rostrum/core/protocol";

/*
 * How reliable the members of a panel are, from questions without known answers: expectation–maximisation after Dawid and
 * Skene (1979) with one reliability per member, where wrong answers coincide as often as they seem to. Members that
 * err together word for word are one voter: otherwise three copies of one model outvote everybody and look perfect.
 */

/** Two members are one voter if this share of their dissents is common. */
const TWINS = 0.7;
/** The prior that a member is like the others, in rows. */
const PRIOR = 4;
/** Reliabilities must vary this many times as much as chance makes them vary. Else all voters count the same. */
const DISPERSION = 3;
/** Accuracy assumed for all voters in that case. Any value above one half makes the most frequent answer win. */
const ALIKE = 0.75;
const ITERATIONS = 40;

/** Weights for the members from who agreed with whom. They rank answers; they never make one sure. */
export function fitUnlabelled(
  rows: readonly ReplayRow[],
  members: readonly string[],
): KindCalibration {
  const said = rows.map((row) => row.said.map((group) => group ?? -1));
  const voters = mergeTwins(said);
  const { reliability, sharing } = fitReliability(
    said.map((each) => groupVoters(each, voters)),
    voters.length,
  );
  const differ = measureDispersion(reliability, rows.length) >= DISPERSION;
  const chances = voters.flatMap((twins, voter) =>
    twins.map(
      (member) => [members[member] ?? "", differ ? (reliability[voter] ?? ALIKE) : ALIKE] as const,
    ),
  );
  const classes = [
    { share: 1, reliability: Object.fromEntries(chances), otherwise: ALIKE, sharing, traps: 0 },
  ];
  const twins = voters.filter(({ length }) => length > 1);
  return {
    rows: rows.filter(({ repeated }) => repeated !== true).length,
    unlabelled: true,
    classes,
    beliefs: [],
    misses: [],
    correction: { intercept: 0, slope: 1 },
    ...(twins.length > 0
      ? { twins: twins.map((same) => same.map((member) => members[member] ?? "")) }
      : {}),
    replay: {
      members: [...members],
      rows: rows.map((row) => ({ ...row, right: null, fold: 0 })),
      folds: [classes],
    },
  };
}

/** By member, the group of equal answers; negative where it could not be read or wasn't asked. */
type Said = readonly number[];

/** Voters by the answer that they gave. */
type VotedRow = ReadonlyMap<number, readonly number[]>;

function groupVoters(said: Said, voters: readonly (readonly number[])[]): VotedRow {
  const votes = voters.flatMap((members, voter) => {
    const [group] = findPlurality(members.map((member) => said[member] ?? -1));
    return group === undefined ? [] : [{ group, voter }];
  });
  const groups = Map.groupBy(votes, ({ group }) => group);
  return new Map([...groups].map(([group, each]) => [group, each.map(({ voter }) => voter)]));
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
function measureTwins(rows: readonly Said[], a: number, b: number): number {
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

/** Members by voter, each voter a chain of twins. */
function mergeTwins(rows: readonly Said[]): number[][] {
  const size = rows[0]?.length ?? 0;
  const first = Array.from({ length: size }, (_, member) => member);
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      if (first[a] === first[b] || measureTwins(rows, a, b) < TWINS) continue;
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
): { reliability: number[]; sharing: number } {
  // Many rows look the same.
  const alike = Map.groupBy(rows, (groups) => JSON.stringify([...groups.values()]));
  const patterns = [...alike.values()].map((same) => ({
    groups: same[0] ?? new Map<number, number[]>(),
    times: same.length,
  }));
  let chances = patterns.map(({ groups }) => {
    const all = [...groups.values()].reduce((sum, { length }) => sum + length, 0);
    return new Map([...groups].map(([group, voters]) => [group, voters.length / all]));
  });
  // An unread reply doesn't vote: it is half an error.
  const read = Array.from({ length: size }, (_, voter) =>
    patterns.reduce((sum, { groups, times }) => {
      const voted = [...groups.values()].some((voters) => voters.includes(voter));
      return sum + (voted ? times : times / 2);
    }, 0),
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
          same += weight * countPairs(length);
        }
        pairs += weight * countPairs(errors);
      }
    });
    const mean = (right.reduce((sum, count) => sum + count, 0) + 0.5) / (votes + 1);
    reliability = right.map((count, voter) =>
      clamp((count + PRIOR * mean) / ((read[voter] ?? 0) + PRIOR), 0.02, 0.98),
    );
    sharing = clamp(same / pairs, 0.02, 0.95);
    chances = patterns.map(({ groups }) => explainRow(groups, reliability, sharing));
  }
  return { reliability, sharing };
}

/** The probability of each group's answer being right, if one of them is. */
function explainRow(
  groups: VotedRow,
  reliability: readonly number[],
  sharing: number,
): Map<number, number> {
  const logs = [...groups].map(([group, voters]) => {
    const odds = voters.reduce((sum, voter) => {
      const chance = reliability[voter] ?? 0.5;
      return sum + Math.log(chance / (1 - chance));
    }, 0);
    const sizes = [...groups].flatMap(([other, { length }]) => (other === group ? [] : [length]));
    return [group, odds + logWrongGroups(sizes, sharing, 0)] as const;
  });
  const most = Math.max(...logs.map(([, log]) => log));
  const odds = logs.map(([group, log]) => [group, Math.exp(log - most)] as const);
  const total = odds.reduce((sum, [, each]) => sum + each, 0);
  return new Map(odds.map(([group, each]) => [group, each / total]));
}

/** The variance of the reliabilities as a multiple of what chance alone gives them. */
function measureDispersion(reliability: readonly number[], rows: number): number {
  const size = reliability.length;
  if (size < 2 || rows === 0) return 0;
  const mean = reliability.reduce((sum, each) => sum + each, 0) / size;
  // Without the prior's pull.
  const stretch = (rows + PRIOR) / rows;
  const variance =
    reliability.reduce((sum, each) => sum + (stretch * (each - mean)) ** 2, 0) / (size - 1);
  return variance / Math.max(1e-6, (mean * (1 - mean)) / rows);
}

function countPairs(count: number): number {
  return (count * (count - 1)) / 2;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
