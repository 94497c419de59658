import { ROUNDING_ERROR } from "../rounding-error.ts";
import type { KindCalibration, ReplayRow } from "../protocol/calibration.ts";
import type { Stakes } from "../protocol/options.ts";
import { createBeliefModelFrom, findLeading } from "./posterior.ts";
import { groupAsked } from "./replay.ts";

/** A way to poll a panel: members in order, with a first batch, until the leading answer is likely enough. */
export interface AskingPlan {
  /** Panel indexes, cheapest first. Empty: no member is called, and a person answers. */
  order: number[];
  first: number;
  /** Probability of being right at which the poll stops. */
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

/** Maximum number of members per question, and maximum number of members that are considered. */
const MAX_ORDER_LENGTH = 5;
const MAX_CONSIDERED = 8;
/** Pseudo-counts added to the rows: the best of many plans looks better than it is. */
const PSEUDO_COUNTS = { errors: 2, answers: 4 };
const THRESHOLDS = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995];

/** Plan with the lowest mean cost on the rows. Ties go to the plan that calls fewer members. */
export function planStakes(question: StakesQuestion): AskingPlan | null {
  return listPlans(question).reduce<AskingPlan | null>(
    (best, plan) => (best === null || plan.expectedCost < best.expectedCost ? plan : best),
    null,
  );
}

/**
 * All plans with their mean costs: each subset of the panel, first batches of one or two members, each
 * threshold, and calling no member. Each row is judged by the fold that was not learned from it.
 */
export function listPlans(question: StakesQuestion): AskingPlan[] {
  const { stakes, costs } = question;
  const table = buildReplayTable(question);
  const plans: AskingPlan[] = [];
  if (stakes.person !== undefined) {
    plans.push({ order: [], first: 0, threshold: 1, expectedCost: stakes.person });
  }
  if (table === null) return plans;
  const { members } = table;
  for (let subset = 1; subset < 1 << members.length; subset++) {
    const order = members.flatMap((member, bit) => ((subset >> bit) & 1 ? [{ member, bit }] : []));
    if (order.length > MAX_ORDER_LENGTH) continue;
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

/** True if a person's answer costs less than the expected cost of a wrong one. */
export function paysToHandOver(pWrong: number, { wrong, person }: Stakes): boolean {
  return person !== undefined && wrong * pWrong > person + ROUNDING_ERROR;
}

/**
 * Mean cost of a plan on the rows: the average of predicted and actual costs, since rows alone are few and
 * beliefs alone may be biased. Pseudo-counts are added because eight right answers don't prove that errors
 * are rare.
 */
function replayPlan(
  { first, threshold }: Pick<AskingPlan, "first" | "threshold">,
  steps: readonly { bit: number; cost: number }[],
  { beliefs, right, rows }: ReplayTable,
  stakes: Stakes,
): number {
  const { wrong, person = Infinity } = stakes;
  let spent = 0;
  let predictedCost = 0;
  let handedOver = 0;
  let errors = 0;
  for (let row = 0; row < rows; row++) {
    let at = row;
    let askedBits = 0;
    for (let step = 0; step < steps.length; step++) {
      const { bit, cost } = steps[step] as { bit: number; cost: number };
      askedBits |= 1 << bit;
      at = askedBits * rows + row;
      spent += cost;
      if (step + 1 >= first && (beliefs[at] ?? 0) >= threshold) break;
    }
    const pWrong = 1 - (beliefs[at] ?? 0);
    predictedCost += Math.min(person, wrong * pWrong);
    if (paysToHandOver(pWrong, stakes)) handedOver += 1;
    else if (right[at] !== 1) errors += 1;
  }
  const delivered = rows - handedOver;
  const actualCost =
    (handedOver === 0 ? 0 : handedOver * person) +
    (wrong * delivered * (errors + PSEUDO_COUNTS.errors)) / (delivered + PSEUDO_COUNTS.answers);
  return (spent + (predictedCost + actualCost) / 2) / rows;
}

interface ReplayTable {
  /** Panel indexes of the members considered, cheapest first. */
  members: number[];
  rows: number;
  /** By subset of the members (as bits) and row. */
  beliefs: Float64Array;
  right: Uint8Array;
}

/** Beliefs on held-out rows, for each subset of the panel that might be called. */
function buildReplayTable(question: StakesQuestion): ReplayTable | null {
  const { known, names } = question;
  const { replay } = known;
  if (replay === undefined) return null;
  const seats = new Map(names.map((name) => [name, replay.members.indexOf(name)]));
  const findSeat = (member: number): number => seats.get(names[member] ?? "") ?? -1;
  const present = names.flatMap((_, member) => (findSeat(member) >= 0 ? [member] : []));
  if (present.length === 0) return null;
  // Only rows in which all members replied compare plans fairly. Without such rows, a missing reply counts as
  // unread.
  const completeRows = replay.rows.filter(({ said: answerGroups }) =>
    present.every((at) => answerGroups[findSeat(at)] !== null),
  );
  const rows = completeRows.length > 0 ? completeRows : replay.rows;
  const members = sortByCost(selectMembers(present, rows, findSeat, question), question);
  const beliefModels = replay.folds.map((classes) =>
    createBeliefModelFrom(replay.members, { ...known, classes }),
  );
  const size = (1 << members.length) * rows.length;
  const table = {
    members,
    rows: rows.length,
    beliefs: new Float64Array(size),
    right: new Uint8Array(size),
  };
  for (let subset = 1; subset < 1 << members.length; subset++) {
    const askedSeats = members.filter((_, bit) => (subset >> bit) & 1).map(findSeat);
    if (askedSeats.length > MAX_ORDER_LENGTH) continue;
    rows.forEach((row, index) => {
      const beliefModel = beliefModels[row.fold];
      const { members: groups, numbers } = groupAsked(row, askedSeats);
      if (beliefModel === undefined || groups.length === 0) return;
      const { group, belief } = findLeading(groups, beliefModel);
      table.beliefs[subset * rows.length + index] = belief;
      table.right[subset * rows.length + index] = Number(numbers[group] === row.right);
    });
  }
  return table;
}

/** In a large panel, selects the members with the lowest expected cost if they answered alone. */
function selectMembers(
  present: readonly number[],
  rows: readonly ReplayRow[],
  findSeat: (member: number) => number,
  { costs, names, stakes }: StakesQuestion,
): number[] {
  if (present.length <= MAX_CONSIDERED) return [...present];
  const candidates = present.map((member) => {
    const seat = findSeat(member);
    const wrong = rows.filter((row) => row.said[seat] !== row.right || row.right === null).length;
    return { member, cost: (costs[member] ?? 0) + (stakes.wrong * wrong) / rows.length };
  });
  return candidates
    .sort((a, b) => a.cost - b.cost || compareNames(names, a.member, b.member))
    .slice(0, MAX_CONSIDERED)
    .map(({ member }) => member);
}

function sortByCost(members: readonly number[], { costs, names }: StakesQuestion): number[] {
  return members.toSorted((a, b) => (costs[a] ?? 0) - (costs[b] ?? 0) || compareNames(names, a, b));
}

/** Makes plans independent of the panel order. */
function compareNames(names: readonly string[], a: number, b: number): number {
  return (names[a] ?? "") < (names[b] ?? "") ? -1 : 1;
}
