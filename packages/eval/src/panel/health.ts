import type { AnswerKind } from "@rostrum/core/protocol";
import { readRow, type ReadRow } from "../calibration/read-row.ts";
import { pairedDifference, type PairedDifference } from "../statistics/paired.ts";
import { rowFrom, type LabelledDebate } from "./labelled.ts";

/** How well the members of a panel complement each other, on debates with known answers. */
export interface PanelHealth {
  questions: number;
  members: MemberHealth[];
  /** Share of questions that a majority vote of the independent replies gets right. */
  vote: number;
  /** Number of independent members that would err together as rarely as these. */
  effectiveMembers: number;
  /** Pairs that gave the same wrong answer, most often first. */
  sharedErrors: SharedErrors[];
  /** Best single member, compared with the vote. */
  bestAlone: { name: string; difference: PairedDifference } | null;
  /** Decisions judged in both orders, and how many of them flipped. */
  positionFlips: { judged: number; flipped: number } | null;
  /** How often the longest reply won where answers differed, and how often it would by chance. */
  longestWins: { contested: number; won: number; byChance: number } | null;
}

/** Contribution of one member to its panel. */
export interface MemberHealth {
  name: string;
  asked: number;
  /** Share of its replies that are right. */
  right: number;
  /** Gain of the vote from this member, as a share of questions: negative if the vote is better without it. */
  adds: number;
}

/** How often two members are wrong together. */
export interface SharedErrors {
  pair: [string, string];
  /** Questions that both got wrong. */
  bothWrong: number;
  /** Of those, questions where they gave the same wrong answer. */
  same: number;
}

/** Measures the contribution of each member on debates whose right answers are known. */
export function panelHealth(
  debates: readonly LabelledDebate[],
  answer: AnswerKind<unknown> | AnswerKind = "auto",
): PanelHealth {
  const rows = debates.flatMap((debate, index) => {
    const row = rowFrom(debate);
    const read = row && readRow(row, index, { kind: answer });
    return read?.known ? [read] : [];
  });
  const names = [...new Set(rows.flatMap(({ answerGroups }) => [...answerGroups.keys()]))].sort();
  const votes = rows.map((row) => isVoteRight(row, names));
  const share = (list: readonly boolean[]): number =>
    list.length === 0 ? 0 : list.filter(Boolean).length / list.length;
  const members = names.map((name): MemberHealth => {
    const grades = rows.flatMap((row) => (row.answerGroups.has(name) ? [isRight(row, name)] : []));
    const otherNames = names.filter((other) => other !== name);
    const without = rows.map((row) => isVoteRight(row, otherNames));
    return {
      name,
      asked: grades.length,
      right: share(grades),
      adds: share(votes) - share(without),
    };
  });
  return {
    questions: rows.length,
    members,
    vote: share(votes),
    effectiveMembers: countEffectiveMembers(rows, names),
    sharedErrors: listSharedErrors(rows, names),
    bestAlone: findBestAlone(rows, members, votes),
    positionFlips: countPositionFlips(debates),
    longestWins: countLongestWins(debates),
  };
}

function isRight({ answerGroups, right }: ReadRow, name: string): boolean {
  return right !== null && answerGroups.get(name) === right;
}

/** Ties go to the first name, as in a panel. */
function isVoteRight({ answerGroups, right }: ReadRow, names: readonly string[]): boolean {
  const counts = new Map<number, number>();
  for (const name of names) {
    const group = answerGroups.get(name);
    if (group !== undefined && group >= 0) counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const maxCount = Math.max(0, ...counts.values());
  const winner = [...counts].find(([, count]) => count === maxCount)?.[0];
  return winner !== undefined && winner === right;
}

/** n / (1 + (n - 1) × mean correlation of being right), between 1 and n. */
function countEffectiveMembers(rows: readonly ReadRow[], names: readonly string[]): number {
  const correlations = listPairs(names).flatMap(([a, b]) => {
    const sharedRows = rows.filter(
      ({ answerGroups }) => answerGroups.has(a) && answerGroups.has(b),
    );
    return correlate(sharedRows.map((row) => [isRight(row, a), isRight(row, b)])) ?? [];
  });
  const size = names.length;
  if (correlations.length === 0) return size;
  const mean =
    correlations.reduce((sum, correlation) => sum + correlation, 0) / correlations.length;
  return Math.min(size, Math.max(1, size / Math.max(1 / size, 1 + (size - 1) * mean)));
}

function listPairs(names: readonly string[]): [string, string][] {
  return names.flatMap((a, at) => names.slice(at + 1).map((b): [string, string] => [a, b]));
}

/** Phi coefficient; `null` where one of the two is always or never right. */
function correlate(pairs: readonly (readonly [boolean, boolean])[]): number | null {
  const count = pairs.length;
  const a = pairs.filter(([first]) => first).length / count;
  const b = pairs.filter(([, second]) => second).length / count;
  const bothRight = pairs.filter(([first, second]) => first && second).length / count;
  const spread = Math.sqrt(a * (1 - a) * b * (1 - b));
  return spread > 0 ? (bothRight - a * b) / spread : null;
}

function listSharedErrors(rows: readonly ReadRow[], names: readonly string[]): SharedErrors[] {
  return listPairs(names)
    .map((pair): SharedErrors => {
      const [a, b] = pair;
      const wrong = rows.filter(
        (row) =>
          (row.answerGroups.get(a) ?? -1) >= 0 &&
          (row.answerGroups.get(b) ?? -1) >= 0 &&
          !isRight(row, a) &&
          !isRight(row, b),
      );
      const sameAnswer = wrong.filter(
        ({ answerGroups }) => answerGroups.get(a) === answerGroups.get(b),
      ).length;
      return { pair, bothWrong: wrong.length, same: sameAnswer };
    })
    .filter(({ bothWrong }) => bothWrong > 0)
    .sort((a, b) => b.same / b.bothWrong - a.same / a.bothWrong || b.same - a.same);
}

function findBestAlone(
  rows: readonly ReadRow[],
  members: readonly MemberHealth[],
  votes: readonly boolean[],
): PanelHealth["bestAlone"] {
  const [best] = members.toSorted((a, b) => b.right - a.right);
  if (best === undefined || rows.length === 0) return null;
  const alone = rows.map((row) => isRight(row, best.name));
  return { name: best.name, difference: pairedDifference(votes, alone) };
}

function countPositionFlips(debates: readonly LabelledDebate[]): PanelHealth["positionFlips"] {
  const twice = debates.filter(({ result }) => result.decision.ordersAgree !== undefined);
  if (twice.length === 0) return null;
  const flipped = twice.filter(({ result }) => result.decision.ordersAgree === false).length;
  return { judged: twice.length, flipped };
}

/** Looks at the last round where members still differed. */
function countLongestWins(debates: readonly LabelledDebate[]): PanelHealth["longestWins"] {
  let contested = 0;
  let wonCount = 0;
  let byChance = 0;
  for (const { result } of debates) {
    const spoke = (result.rounds.at(-1)?.positions ?? []).filter(({ cluster }) => cluster !== null);
    const groups = new Set(spoke.map(({ cluster }) => cluster));
    const winner = spoke.find(({ debater }) => debater === result.winner);
    if (groups.size < 2 || winner === undefined) continue;
    const longest = spoke.reduce((a, b) => (b.text.length > a.text.length ? b : a));
    contested += 1;
    wonCount += Number(longest.cluster === winner.cluster);
    byChance += spoke.filter(({ cluster }) => cluster === winner.cluster).length / spoke.length;
  }
  return contested === 0 ? null : { contested, won: wonCount, byChance };
}
