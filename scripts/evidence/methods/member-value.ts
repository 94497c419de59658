/*
 * What a member adds to a panel: how often the calibrated answer is right with it and without it, on rows that the
 * calibration had not learned from.
 */
import {
  createJudgementFrom,
  findLeading,
  groupAsked,
} from "../../../packages/rostrum/src/decide/index.ts";
import { fitClasses } from "../../../packages/rostrum/src/eval/calibration/fit-classes.ts";
import type { ReplayRow } from "../../../packages/rostrum/src/protocol/calibration.ts";

/** By row, whether the answer of these members is right when every row is judged by what the other folds taught. */
export function judgeHeldOut(
  rows: readonly ReplayRow[],
  members: readonly number[],
  folds = 5,
): boolean[] {
  const own = pickMembers(rows, members);
  const names = members.map((member) => String(member));
  const judges = Array.from({ length: folds }, (_, fold) => {
    const taught = own.filter((__, at) => at % folds !== fold);
    return createJudge(names, fitClasses(taught, names));
  });
  return own.map((row, at) => judges[at % folds]?.(row) ?? false);
}

/** The same on other rows. */
export function judgeOthers(
  taught: readonly ReplayRow[],
  tested: readonly ReplayRow[],
  members: readonly number[],
): boolean[] {
  const names = members.map((member) => String(member));
  const judge = createJudge(names, fitClasses(pickMembers(taught, members), names));
  return pickMembers(tested, members).map(judge);
}

function createJudge(
  names: readonly string[],
  classes: ReturnType<typeof fitClasses>,
): (row: ReplayRow) => boolean {
  const judgement = createJudgementFrom(names, { rows: 0, classes, beliefs: [], misses: [] });
  const all = names.map((_, member) => member);
  return (row) => {
    const { members, numbers } = groupAsked(row, all);
    const { group } = findLeading(members, judgement);
    return row.right !== null && group >= 0 && numbers[group] === row.right;
  };
}

function pickMembers(rows: readonly ReplayRow[], members: readonly number[]): ReplayRow[] {
  return rows.map((row) => ({ ...row, said: members.map((member) => row.said[member] ?? null) }));
}
