import type { KindCalibration, ReplayRow } from "../protocol/calibration.ts";
import type { Stakes } from "../protocol/options.ts";
import { createJudgementFrom, findLeading } from "./posterior.ts";
import { groupAsked } from "./replay.ts";

/** A way to ask a panel: members in order, so many at first, until the leading answer is likely enough. */
export interface AskingPlan {
  /** Panel indexes, cheapest first. Empty: nobody is asked, and a person answers. */
  order: number[];
  first: number;
  /** Probability of being right from which no more members are asked. */
  threshold: number;
  /** Mean cost of a question on the calibration rows, in US dollars. */
  expectedCost: number;
}

export interface StakesQuestion {
  known: KindCalibration;
  /** Debater names by panel index. */
  names: readonly string[];
  /** US dollars per call, by panel index. */
  costs: readonly number[];
  stakes: Stakes;
}

/** Most members that one question is put to, and most members that are considered. */
const LONGEST = 5;
const CONSIDERED = 8;
/** Supposed in addition to what the rows show: the plan that looks best of many looks better than it is. */
const SUPPOSED = { errors: 2, answers: 4 };
const THRESHOLDS = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995];

/** The plan whose mean cost on the rows is least. Ties go to the plan that asks fewer members. */
export function planStakes(question: StakesQuestion): AskingPlan | null {
  return listPlans(question).reduce<AskingPlan | null>(
    (best, plan) => (best === null || plan.expectedCost < best.expectedCost ? plan : best),
    null,
  );
}

/**
 * Every plan that is considered, with its mean cost: each part of the panel, one or two members at first,
 * each threshold, and to ask nobody. The rows answer by what the folds that had not seen them believe.
 */
export function listPlans(question: StakesQuestion): AskingPlan[] {
  const { stakes, costs } = question;
  const table = replayTable(question);
  const plans: AskingPlan[] = [];
  if (stakes.person !== undefined) {
    plans.push({ order: [], first: 0, threshold: 1, expectedCost: stakes.person });
  }
  if (table === null) return plans;
  const { members } = table;
  for (let part = 1; part < 1 << members.length; part++) {
    const order = members.flatMap((member, bit) => ((part >> bit) & 1 ? [{ member, bit }] : []));
    if (order.length > LONGEST) continue;
    const steps = order.map(({ member, bit }) => ({ bit, cost: costs[member] ?? 0 }));
    for (let first = 1; first <= Math.min(2, order.length); first++) {
      for (const threshold of first === order.length ? [1] : THRESHOLDS) {
        const indexes = order.map(({ member }) => member);
        const plan = { order: indexes, first, threshold };
        plans.push({ ...plan, expectedCost: replayPlan(plan, steps, table, stakes) });
      }
    }
  }
  return plans;
}

/** Whether a person's answer costs less than this chance of a wrong one. */
export function paysToHandOver(pWrong: number, { wrong, person }: Stakes): boolean {
  return person !== undefined && wrong * pWrong > person;
}

/**
 * Mean cost of a plan on the rows: half by what the beliefs say, half by what came of them, since rows alone
 * are few and beliefs alone may be off. A plan that delivered eight answers, all right, has not shown that
 * its errors are rare: some are supposed.
 */
function replayPlan(
  { first, threshold }: Pick<AskingPlan, "first" | "threshold">,
  steps: readonly { bit: number; cost: number }[],
  { beliefs, right, rows }: ReplayTable,
  stakes: Stakes,
): number {
  const { wrong, person = Infinity } = stakes;
  let spent = 0;
  let believed = 0;
  let handed = 0;
  let errors = 0;
  for (let row = 0; row < rows; row++) {
    let at = row;
    let asked = 0;
    for (let step = 0; step < steps.length; step++) {
      const { bit, cost } = steps[step] as { bit: number; cost: number };
      asked |= 1 << bit;
      at = asked * rows + row;
      spent += cost;
      if (step + 1 >= first && (beliefs[at] ?? 0) >= threshold) break;
    }
    const pWrong = 1 - (beliefs[at] ?? 0);
    believed += Math.min(person, wrong * pWrong);
    if (paysToHandOver(pWrong, stakes)) handed += 1;
    else if (right[at] !== 1) errors += 1;
  }
  const delivered = rows - handed;
  const happened =
    (handed === 0 ? 0 : handed * person) +
    (wrong * delivered * (errors + SUPPOSED.errors)) / (delivered + SUPPOSED.answers);
  return (spent + (believed + happened) / 2) / rows;
}

interface ReplayTable {
  /** Panel indexes of the members considered, cheapest first. */
  members: number[];
  rows: number;
  /** By part of the members (as bits) and row. */
  beliefs: Float64Array;
  right: Uint8Array;
}

/** What each held-out row makes believe, for each part of the panel that might be asked. */
function replayTable(question: StakesQuestion): ReplayTable | null {
  const { known, names } = question;
  const { replay } = known;
  if (replay === undefined) return null;
  const seats = new Map(names.map((name) => [name, replay.members.indexOf(name)]));
  const findSeat = (member: number): number => seats.get(names[member] ?? "") ?? -1;
  const present = names.flatMap((_, member) => (findSeat(member) >= 0 ? [member] : []));
  if (present.length === 0) return null;
  // Only rows where everybody replied compare all plans fairly; where there are none, absence counts as unread.
  const whole = replay.rows.filter(({ said }) =>
    present.every((at) => said[findSeat(at)] !== null),
  );
  const rows = whole.length > 0 ? whole : replay.rows;
  const members = cheapestFirst(worthConsidering(present, rows, findSeat, question), question);
  const judgements = replay.folds.map((classes) =>
    createJudgementFrom(replay.members, { ...known, classes }),
  );
  const size = (1 << members.length) * rows.length;
  const table = {
    members,
    rows: rows.length,
    beliefs: new Float64Array(size),
    right: new Uint8Array(size),
  };
  for (let part = 1; part < 1 << members.length; part++) {
    const asked = members.filter((_, bit) => (part >> bit) & 1).map(findSeat);
    if (asked.length > LONGEST) continue;
    rows.forEach((row, index) => {
      const judgement = judgements[row.fold];
      const { members: groups, numbers } = groupAsked(row, asked);
      if (judgement === undefined || groups.length === 0) return;
      const { group, belief } = findLeading(groups, judgement);
      table.beliefs[part * rows.length + index] = belief;
      table.right[part * rows.length + index] = Number(numbers[group] === row.right);
    });
  }
  return table;
}

/** Of a large panel, those that would cost least if they answered alone. */
function worthConsidering(
  present: readonly number[],
  rows: readonly ReplayRow[],
  findSeat: (member: number) => number,
  { costs, names, stakes }: StakesQuestion,
): number[] {
  if (present.length <= CONSIDERED) return [...present];
  const alone = present.map((member) => {
    const seat = findSeat(member);
    const wrong = rows.filter(({ said, right }) => said[seat] !== right || right === null).length;
    return { member, cost: (costs[member] ?? 0) + (stakes.wrong * wrong) / rows.length };
  });
  return alone
    .sort((a, b) => a.cost - b.cost || byName(names, a.member, b.member))
    .slice(0, CONSIDERED)
    .map(({ member }) => member);
}

function cheapestFirst(members: readonly number[], { costs, names }: StakesQuestion): number[] {
  return members.toSorted((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0) || byName(names, a, b));
}

/** The order of the panel must not matter. */
function byName(names: readonly string[], a: number, b: number): number {
  return (names[a] ?? "") < (names[b] ?? "") ? -1 : 1;
}
