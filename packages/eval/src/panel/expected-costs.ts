import { createRandom } from "@rostrum/core/record";
import {
  groupAsked,
  createBeliefModelFrom,
  findLeading,
  paysToHandOver,
  planStakes,
  type AskingPlan,
} from "@rostrum/core/decide";
import type { KindCalibration, ReplayRow, Stakes } from "@rostrum/core/protocol";

/** Cost of one way of answering per question, in US dollars, with a 95 % interval over questions. */
export interface ExpectedCost {
  name: string;
  mean: number;
  low: number;
  high: number;
  /** Shares of questions. */
  wrong: number;
  person: number;
}

interface Ending {
  spent: number;
  wrong: boolean;
  handedOver: boolean;
}

/**
 * Compares the cost of the dial with single members, their vote and a person, on the calibration rows. Each row is
 * answered by a plan and classes that were made without its fold.
 */
export function expectedCosts(
  calibration: KindCalibration,
  callCosts: Readonly<Record<string, number>>,
  stakes: Stakes,
): ExpectedCost[] {
  const { replay } = calibration;
  if (replay === undefined || replay.rows.length === 0) return [];
  const { members, rows, folds } = replay;
  const costs = members.map((name) => callCosts[name] ?? 0);
  const beliefModels = folds.map((classes) =>
    createBeliefModelFrom(members, { ...calibration, classes }),
  );
  const plans = folds.map((_, fold) => {
    const otherRows = rows.filter((row) => row.fold !== fold);
    const part = { ...calibration, replay: { ...replay, rows: otherRows } };
    return planStakes({ known: part, names: members, costs, stakes });
  });
  const dial = rows.map((row): Ending => {
    const plan = plans[row.fold] ?? null;
    const beliefModel = beliefModels[row.fold];
    if (plan === null || beliefModel === undefined || plan.order.length === 0) {
      return {
        spent: 0,
        wrong: stakes.person === undefined,
        handedOver: stakes.person !== undefined,
      };
    }
    return followPlan(row, plan, costs, (groups) => findLeading(groups, beliefModel), stakes);
  });
  const all = [...members.keys()];
  const total = costs.reduce((sum, cost) => sum + cost, 0);
  const arms: [string, Ending[]][] = [
    ["the dial", dial],
    ...all.map((member): [string, Ending[]] => [
      `${members[member] ?? ""} alone`,
      rows.map((row) => ({
        spent: costs[member] ?? 0,
        wrong: row.right === null || row.said[member] !== row.right,
        handedOver: false,
      })),
    ]),
    [
      "majority of all",
      rows.map((row) => ({ spent: total, wrong: !isVoteRight(row, all), handedOver: false })),
    ],
  ];
  if (stakes.person !== undefined) {
    arms.push(["always a person", rows.map(() => ({ spent: 0, wrong: false, handedOver: true }))]);
  }
  return arms.map(([name, endings]) => summarizeCosts(name, endings, stakes));
}

function followPlan(
  row: ReplayRow,
  { order, first, threshold }: AskingPlan,
  costs: readonly number[],
  lead: (groups: readonly (readonly number[])[]) => { group: number; belief: number },
  stakes: Stakes,
): Ending {
  for (let count = first; ; count++) {
    const askedMembers = order.slice(0, count);
    const { members, numbers } = groupAsked(row, askedMembers);
    const { group, belief } = lead(members);
    if (belief < threshold && count < order.length) continue;
    const spent = askedMembers.reduce((sum, member) => sum + (costs[member] ?? 0), 0);
    const handedOver =
      stakes.person !== undefined && (group < 0 || paysToHandOver(1 - belief, stakes));
    return { spent, handedOver, wrong: !handedOver && (group < 0 || numbers[group] !== row.right) };
  }
}

function isVoteRight(row: ReplayRow, all: readonly number[]): boolean {
  const { members, numbers } = groupAsked(row, all);
  const maxSize = Math.max(0, ...members.map(({ length }) => length));
  return (
    row.right !== null &&
    numbers[members.findIndex(({ length }) => length === maxSize)] === row.right
  );
}

const RESAMPLES = 1000;

function summarizeCosts(
  name: string,
  endings: readonly Ending[],
  { wrong, person = 0 }: Stakes,
): ExpectedCost {
  const costs = endings.map(
    (ending) => ending.spent + (ending.wrong ? wrong : 0) + (ending.handedOver ? person : 0),
  );
  const mean = (list: readonly number[]): number =>
    list.reduce((sum, value) => sum + value, 0) / list.length;
  const random = createRandom(`costs of ${name}`);
  const resampledMeans = Array.from({ length: RESAMPLES }, () =>
    mean(costs.map(() => costs[Math.floor(random() * costs.length)] ?? 0)),
  ).sort((a, b) => a - b);
  return {
    name,
    mean: mean(costs),
    low: resampledMeans[Math.floor(0.025 * RESAMPLES)] ?? 0,
    high: resampledMeans[Math.floor(0.975 * RESAMPLES)] ?? 0,
    wrong: mean(endings.map((ending) => Number(ending.wrong))),
    person: mean(endings.map(({ handedOver }) => Number(handedOver))),
  };
}
