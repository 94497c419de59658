import {
  askNext,
  corrected,
  groupsAmong,
  judgementFrom,
  leadingIn,
  seededSubsets,
  stateKey,
  type Judgement,
  type PollAnswer,
} from "../../decide/index.ts";
import type {
  CalibrationReplay,
  DifficultyClass,
  KindCalibration,
  ReplayRow,
} from "../../protocol/calibration.ts";
import { fitClasses, type ErrorPattern } from "./fit-classes.ts";
import { fitCorrection, type Scored } from "./logistic.ts";

/** The number of parts that rows are held out in, one part at a time. */
export const FOLDS = 5;

/** What one kind of answer teaches: classes from all rows, and a correction from rows they had not seen. */
export function fitKind(rows: readonly ReplayRow[], members: readonly string[]): KindCalibration {
  const folds = Array.from({ length: FOLDS }, (_, fold) =>
    fitRows(
      rows.filter((row) => row.fold !== fold),
      members,
    ),
  );
  const replay: CalibrationReplay = { members: [...members], rows: [...rows], folds };
  const correction = fitCorrection(scoreHeldOut(replay));
  // A question that is asked again shows nothing about other questions.
  const known = { rows: rows.filter(({ repeated }) => repeated !== true).length, correction };
  const whole = scoreWholePanel(replay).map(({ belief, right }) => ({
    belief: roundBelief(corrected(belief, known)),
    right,
  }));
  whole.sort((a, b) => b.belief - a.belief);
  return {
    ...known,
    classes: fitRows(rows, members),
    beliefs: whole.map(({ belief }) => belief),
    misses: whole.flatMap(({ belief, right }) => (right ? [] : [belief])),
    replay,
  };
}

/** Classes of difficulty from rows. */
export function fitRows(rows: readonly ReplayRow[], members: readonly string[]): DifficultyClass[] {
  return fitClasses(rows.map(findPattern), members);
}

function findPattern({ said, right }: ReplayRow): ErrorPattern {
  const wrong = new Map<number, number>();
  for (const group of said) {
    if (group !== null && group >= 0 && group !== right) {
      wrong.set(group, (wrong.get(group) ?? 0) + 1);
    }
  }
  return {
    right: said.map((group) => (group === null ? -1 : Number(group >= 0 && group === right))),
    wrong: [...wrong.values()],
  };
}

/** How much the members count that a poll would choose: they look better than they are. */
const CHOSEN = 0.9;
/** How much each length of a poll counts, from two members on: most polls end early. */
const LENGTHS = [4, 2, 1, 1, 1];
/** What such a poll is after: whom it asks next depends on it a little. */
const TARGET = 0.97;

/**
 * The leading beliefs of held-out rows, each row counting once: one part for all subsets of the panel that could
 * be asked, one for those that a poll by the same classes would ask. The latter were chosen for how
 * reliable they looked, and on new rows they are less so.
 */
function scoreHeldOut(replay: CalibrationReplay): Scored[] {
  const parts = seededSubsets(replay.members.length);
  const lengths = LENGTHS.slice(0, Math.max(1, replay.members.length - 1));
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const polls = new Map<Judgement, (row: ReplayRow) => number[][]>();
  return listHeldOutRows(replay).flatMap(({ row, judgement }) => {
    let polled = polls.get(judgement);
    if (polled === undefined)
      polls.set(judgement, (polled = createPolls(judgement, lengths.length)));
    return [
      ...parts.flatMap((part) => scoreRow(row, part, judgement, (1 - CHOSEN) / parts.length)),
      ...polled(row).flatMap((asked, index) =>
        scoreRow(row, asked, judgement, (CHOSEN * (lengths[index] ?? 0)) / all),
      ),
    ];
  });
}

/** Every row with a judgement that has not seen it. */
function listHeldOutRows({ members, rows, folds }: CalibrationReplay): {
  row: ReplayRow;
  judgement: Judgement;
}[] {
  const judgements = folds.map((classes) =>
    judgementFrom(members, { rows: 0, classes, beliefs: [], misses: [] }),
  );
  return rows.flatMap((row) => {
    const judgement = judgements[row.fold];
    return judgement ? [{ row, judgement }] : [];
  });
}

function scoreRow(
  row: ReplayRow,
  asked: readonly number[],
  judgement: Judgement,
  weight: number,
): Scored[] {
  const { members, numbers } = groupsAmong(row, asked);
  if (members.length === 0) return [];
  const { group, belief } = leadingIn(members, judgement);
  return [{ belief, right: numbers[group] === row.right, weight }];
}

/** Whom a poll asks that is never content: its first two members, its first three, and so on. */
function createPolls(judgement: Judgement, steps: number): (row: ReplayRow) => number[][] {
  const first = Math.min(2, judgement.names.length);
  const ways = { target: TARGET, first, batch: 1, costs: [], learned: true, mayGiveUp: false };
  // Many rows share who was asked and who agreed.
  const known = new Map<string, PollAnswer>();
  return (row) => {
    const asked: number[] = [];
    const parts: number[][] = [];
    while (parts.length < steps) {
      const groups = groupsAmong(row, asked).members;
      const key = stateKey(asked, groups);
      let next = known.get(key);
      if (next === undefined) {
        next = askNext({ ...ways, judgement, groups, asked });
        known.set(key, next);
      }
      if (next.type !== "ask") break;
      asked.push(...next.members);
      parts.push([...asked]);
    }
    return parts;
  };
}

/** How sure each held-out row's whole panel makes its fold. */
function scoreWholePanel(replay: CalibrationReplay): Scored[] {
  const all = [...replay.members.keys()];
  const nothing: Scored = { belief: 0, right: false, weight: 1 };
  return listHeldOutRows(replay).map(
    ({ row, judgement }) => scoreRow(row, all, judgement, 1)[0] ?? nothing,
  );
}

function roundBelief(belief: number): number {
  return Math.round(belief * 1e4) / 1e4;
}
