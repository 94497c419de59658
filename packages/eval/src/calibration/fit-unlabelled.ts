import { logWrongGroups } from "@rostrum/core/decide";
import type { KindCalibration, ReplayRow } from "@rostrum/core/protocol";
import { clamp, countPairs } from "./arithmetic.ts";

/*
 * Estimates the reliability of members from questions without known answers: expectation–maximisation after Dawid and
 * Skene (1979), with one reliability per member and an estimated rate at which wrong answers coincide. Members that make
 * the same errors count as one voter: otherwise three copies of one model would outvote the rest and look perfect.
 */

/** Two members count as one voter if they share at least this part of their dissents. */
const TWIN_SHARE = 0.7;
/** Strength of the prior that a member is like the others, in rows. */
const PRIOR_ROWS = 4;
/** Reliabilities are used only if their variance is this many times that of chance. Otherwise all voters count equally. */
const MIN_DISPERSION = 3;
/** Accuracy assumed for all voters in that case. Any value above one half makes the most frequent answer win. */
const EQUAL_RELIABILITY = 0.75;
const ITERATIONS = 40;

/** Learns weights from agreement between members. They rank answers, and never make one sure. */
export function fitUnlabelled(
  rows: readonly ReplayRow[],
  members: readonly string[],
): KindCalibration {
  const groupsByRow = rows.map((row) => row.said.map((group) => group ?? -1));
  const voters = mergeTwins(groupsByRow);
  const { reliability, sharing } = fitReliability(
    groupsByRow.map((rowGroups) => groupVoters(rowGroups, voters)),
    voters.length,
  );
  const differ = measureDispersion(reliability, rows.length) >= MIN_DISPERSION;
  const chances = voters.flatMap((twins, voter) =>
    twins.map(
      (member) =>
        [
          members[member] ?? "",
          differ ? (reliability[voter] ?? EQUAL_RELIABILITY) : EQUAL_RELIABILITY,
        ] as const,
    ),
  );
  const classes = [
    {
      share: 1,
      reliability: Object.fromEntries(chances),
      otherwise: EQUAL_RELIABILITY,
      sharing,
      traps: 0,
    },
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
      ? { twins: twins.map((twinIndexes) => twinIndexes.map((member) => members[member] ?? "")) }
      : {}),
    replay: {
      members: [...members],
      rows: rows.map((row) => ({ ...row, right: null, fold: 0 })),
      folds: [classes],
    },
  };
}

/** Group of equal answers by member; negative if the reply was unreadable or the member wasn't asked. */
type AnswerGroups = readonly number[];

/** Voters by answer group. */
type VotedRow = ReadonlyMap<number, readonly number[]>;

function groupVoters(memberGroups: AnswerGroups, voters: readonly (readonly number[])[]): VotedRow {
  const votes = voters.flatMap((members, voter) => {
    const [group] = findPlurality(members.map((member) => memberGroups[member] ?? -1));
    return group === undefined ? [] : [{ group, voter }];
  });
  const groups = Map.groupBy(votes, ({ group }) => group);
  return new Map([...groups].map(([group, entries]) => [group, entries.map(({ voter }) => voter)]));
}

/** Largest groups; several if they tie. */
function findPlurality(memberGroups: AnswerGroups): number[] {
  const counts = new Map<number, number>();
  for (const group of memberGroups) if (group >= 0) counts.set(group, (counts.get(group) ?? 0) + 1);
  const maxCount = Math.max(0, ...counts.values());
  return [...counts].filter(([, count]) => count === maxCount).map(([group]) => group);
}

/**
 * Share of two members' dissents in which they give the same answer. They dissent where at least one of them differs
 * from the plurality of the others. Models of one family share up to a third of their dissents, copies share all. Starts
 * from one shared dissent of three, so that few rows prove little.
 */
function measureSharedDissent(rows: readonly AnswerGroups[], a: number, b: number): number {
  let common = 1;
  let dissents = 3;
  for (const memberGroups of rows) {
    const [x = -1, y = -1] = [memberGroups[a], memberGroups[b]];
    if (x < 0 && y < 0) continue;
    const otherPlurality = findPlurality(
      memberGroups.map((group, at) => (at === a || at === b ? -1 : group)),
    );
    if (otherPlurality.length === 0 || (otherPlurality.includes(x) && otherPlurality.includes(y)))
      continue;
    dissents += 1;
    if (x === y) common += 1;
  }
  return common / dissents;
}

/** Groups members into voters: chains of twins count as one. */
function mergeTwins(rows: readonly AnswerGroups[]): number[][] {
  const size = rows[0]?.length ?? 0;
  const first = Array.from({ length: size }, (_, member) => member);
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      if (first[a] === first[b] || measureSharedDissent(rows, a, b) < TWIN_SHARE) continue;
      const [from, to] = [first[b], first[a] ?? a];
      first.forEach((firstGroup, member) => {
        if (firstGroup === from) first[member] = to;
      });
    }
  }
  return [...Map.groupBy(first.keys(), (member) => first[member]).values()];
}

function fitReliability(
  rows: readonly VotedRow[],
  size: number,
): { reliability: number[]; sharing: number } {
  // Rows with the same pattern are handled once.
  const alike = Map.groupBy(rows, (groups) => JSON.stringify([...groups.values()]));
  const patterns = [...alike.values()].map((equalRows) => ({
    groups: equalRows[0] ?? new Map<number, number[]>(),
    times: equalRows.length,
  }));
  let chances = patterns.map(({ groups }) => {
    const all = [...groups.values()].reduce((sum, { length }) => sum + length, 0);
    return new Map([...groups].map(([group, voters]) => [group, voters.length / all]));
  });
  // An unread reply doesn't vote, and counts as half an error.
  const voteCounts = Array.from({ length: size }, (_, voter) =>
    patterns.reduce((sum, { groups, times }) => {
      const voted = [...groups.values()].some((voters) => voters.includes(voter));
      return sum + (voted ? times : times / 2);
    }, 0),
  );
  const totalVotes = voteCounts.reduce((sum, count) => sum + count, 0);
  let reliability: number[] = [];
  let sharing = 0.3;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const right = Array.from({ length: size }, () => 0);
    let samePairs = 0.5;
    let pairs = 1;
    patterns.forEach(({ groups, times }, index) => {
      for (const [group, chance] of chances[index] ?? []) {
        const weight = times * chance;
        for (const voter of groups.get(group) ?? []) right[voter] = (right[voter] ?? 0) + weight;
        let errors = 0;
        for (const [other, { length }] of groups) {
          if (other === group) continue;
          errors += length;
          samePairs += weight * countPairs(length);
        }
        pairs += weight * countPairs(errors);
      }
    });
    const mean = (right.reduce((sum, count) => sum + count, 0) + 0.5) / (totalVotes + 1);
    reliability = right.map((count, voter) =>
      clamp((count + PRIOR_ROWS * mean) / ((voteCounts[voter] ?? 0) + PRIOR_ROWS), 0.02, 0.98),
    );
    sharing = clamp(samePairs / pairs, 0.02, 0.95);
    chances = patterns.map(({ groups }) => explainRow(groups, reliability, sharing));
  }
  return { reliability, sharing };
}

/** Probability that each group's answer is right, given that one of them is. */
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
  const maxLog = Math.max(...logs.map(([, log]) => log));
  const odds = logs.map(([group, log]) => [group, Math.exp(log - maxLog)] as const);
  const total = odds.reduce((sum, [, groupOdds]) => sum + groupOdds, 0);
  return new Map(odds.map(([group, groupOdds]) => [group, groupOdds / total]));
}

/** Variance of the reliabilities as a multiple of the variance that chance alone would cause. */
function measureDispersion(reliability: readonly number[], rows: number): number {
  const size = reliability.length;
  if (size < 2 || rows === 0) return 0;
  const mean = reliability.reduce((sum, value) => sum + value, 0) / size;
  // Undoes the shrinkage by the prior.
  const stretch = (rows + PRIOR_ROWS) / rows;
  const variance =
    reliability.reduce((sum, value) => sum + (stretch * (value - mean)) ** 2, 0) / (size - 1);
  return variance / Math.max(1e-6, (mean * (1 - mean)) / rows);
}
