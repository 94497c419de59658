/*
 * What the dial costs, on recorded replies of real models: random panels of seven, calibrated on 100 rows and
 * tested on the rest, against the best fixed choice on the same rows. Intervals draw models and questions anew.
 *
 *   node scripts/evidence/dial.ts [panels] [sets]
 */
import "../lib/saved-output.ts";
import { kindOf, panelOf, calibrationOf, pollRow, type Panel, type PanelRow } from "./polls.ts";
import { groupAsked } from "../../packages/core/src/decide/replay.ts";
import {
  createBeliefModelFrom,
  findLeading,
  type BeliefModel,
} from "../../packages/core/src/decide/posterior.ts";
import {
  paysToHandOver,
  planStakes,
  type AskingPlan,
} from "../../packages/core/src/decide/plan-stakes.ts";
import { callPrice } from "./model-prices.ts";
import { readingsOf, SETS } from "./readings.ts";
import { estimateRatio } from "./resample.ts";

/** Tokens of the instructions around a question. */
const PROMPT = 150;
const STAKES = [
  { wrong: 1, person: 0.05 },
  { wrong: 10, person: 0.5 },
] as const;
const TARGET = 0.97;

/** What one way of answering costs per question, in US dollars. */
interface Cost {
  total: number;
  calls: number;
  wrong: number;
  person: number;
}

interface Ending {
  spent: number;
  right: boolean;
  handed: boolean;
}

type Stakes = (typeof STAKES)[number];

const mean = (list: readonly number[]): number => list.reduce((sum, x) => sum + x, 0) / list.length;

function costOf(endings: readonly Ending[], { wrong, person }: Stakes): Cost {
  const calls = mean(endings.map(({ spent }) => spent));
  const errors = mean(endings.map(({ right, handed }) => Number(!handed && !right)));
  const handed = mean(endings.map((ending) => Number(ending.handed)));
  return { total: calls + wrong * errors + person * handed, calls, wrong: errors, person: handed };
}

/** What one question costs. */
const endOf = (ending: Ending | undefined, stakes: Stakes): number =>
  ending ? costOf([ending], stakes).total : 0;

const spentOn = (row: PanelRow, asked: readonly number[], names: readonly string[]): number =>
  asked.reduce(
    (sum, at) => sum + callPrice(names[at] ?? "", PROMPT + row.asked, row.tokens[at] ?? 0),
    0,
  );

function leadOf(
  row: PanelRow,
  asked: readonly number[],
  beliefModel: BeliefModel,
): { belief: number; right: boolean } {
  const { members, numbers } = groupAsked(row, asked);
  const { group, belief } = findLeading(members, beliefModel);
  return { belief, right: group >= 0 && numbers[group] === row.right };
}

function dialled(
  row: PanelRow,
  { order, first, threshold }: AskingPlan,
  beliefModel: BeliefModel,
  names: readonly string[],
  stakes: Stakes,
): Ending {
  if (order.length === 0) return { spent: 0, right: false, handed: true };
  for (let count = first; ; count++) {
    const asked = order.slice(0, count);
    const { belief, right } = leadOf(row, asked, beliefModel);
    if (belief < threshold && count < order.length) continue;
    return {
      spent: spentOn(row, asked, names),
      right,
      handed: belief === 0 || paysToHandOver(1 - belief, stakes),
    };
  }
}

function voted(row: PanelRow, names: readonly string[]): Ending {
  const all = [...names.keys()];
  const { members, numbers } = groupAsked(row, all);
  const most = Math.max(0, ...members.map(({ length }) => length));
  const winner = numbers[members.findIndex(({ length }) => length === most)];
  return {
    spent: spentOn(row, all, names),
    right: winner !== undefined && winner === row.right,
    handed: false,
  };
}

const alone = (row: PanelRow, member: number, names: readonly string[]): Ending => ({
  spent: spentOn(row, [member], names),
  right: row.said[member] === row.right && row.right !== null,
  handed: false,
});

/** How the dial and each fixed choice end, by test row of one panel. */
function compare(panel: Panel, basis: string, stakes: Stakes): Record<string, Ending[]> {
  const { names, calibrated, tested } = panel;
  const known = kindOf(calibrationOf(panel, basis));
  const beliefModel = createBeliefModelFrom(names, known);
  const tokens = names.map((_, at) => mean(calibrated.map((row) => row.tokens[at] ?? 0)));
  const input = PROMPT + mean(calibrated.map(({ asked }) => asked));
  const costs = names.map((name, at) => callPrice(name, input, tokens[at] ?? 0));
  const plan = planStakes({ known, names, costs, stakes: { ...stakes } });
  const singles = names.map(
    (_, at) =>
      costOf(
        calibrated.map((row) => alone(row, at, names)),
        stakes,
      ).total,
  );
  const best = singles.indexOf(Math.min(...singles));
  const polls = tested.map((row) => {
    const { asked, end, right } = pollRow(row, beliefModel, { target: TARGET });
    return { spent: spentOn(row, asked, names), right, handed: end !== "sure" };
  });
  return {
    dial: plan ? tested.map((row) => dialled(row, plan, beliefModel, names, stakes)) : [],
    "best single": tested.map((row) => alone(row, best, names)),
    majority: tested.map((row) => voted(row, names)),
    "sequential .97": polls.map((ending) => ({ ...ending, handed: false })),
    "sequential .97, rest to a person": polls,
    "always a person": tested.map(() => ({ spent: 0, right: false, handed: true })),
  };
}

const format = ({ value, low, high }: Record<"value" | "low" | "high", number>): string =>
  `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;

const TITLES: Record<string, string> = {
  gsm8k: "GSM8K",
  "math-l5": "MATH level 5",
  crux: "CRUX",
  "mmlu-pro": "MMLU-Pro",
};
const dollars = (each: number): string => `$${(1000 * each).toFixed(2)}`;

const panels = Number(process.argv[2] ?? 60);
console.log(
  `${panels} panels of 7, calibrated on 100 rows; costs per 1,000 questions; [middle 95 % of draws of models and questions]\n`,
);
console.log(
  "| | dial | wrong | to a person | best single | majority | sequential .97 | the same, rest to a person | always a person | dial / best fixed choice | dial / best of each panel in hindsight |\n" +
    "|---|---|---|---|---|---|---|---|---|---|---|",
);
for (const set of process.argv[3]?.split(",") ?? SETS) {
  const readings = readingsOf(set);
  if (readings === null) {
    console.log(`${set}: skipped, the recorded replies are not here`);
    continue;
  }
  for (const stakes of STAKES) {
    const all = Array.from({ length: panels }, (_, index) => {
      const panel = panelOf(readings, { seed: `dial ${index}` });
      return { panel, endings: compare(panel, readings.basis, stakes) };
    });
    const fixed = Object.keys(all[0]?.endings ?? {}).filter((name) => name !== "dial");
    const costs = all.map(({ endings }) =>
      Object.fromEntries(
        Object.entries(endings).map(([name, list]) => [name, costOf(list, stakes)]),
      ),
    );
    const of = (name: string, part: keyof Cost): number =>
      mean(costs.map((each) => each[name]?.[part] ?? 0));
    const totals = fixed.map((name) => of(name, "total"));
    const leader = fixed[totals.indexOf(Math.min(...totals))] ?? "";
    /** The dial over another choice, which may differ by panel. */
    const compareWith = (choose: (index: number) => string): string => {
      const cases = all.flatMap(({ panel: { tested }, endings }, panel) =>
        tested.map(({ question }, at) => ({
          panel,
          question,
          dial: endOf(endings["dial"]?.[at], stakes),
          other: endOf(endings[choose(panel)]?.[at], stakes),
        })),
      );
      return format(
        estimateRatio(
          cases,
          all.map(({ panel }) => panel.names),
          ({ dial }) => dial,
          ({ other }) => other,
        ),
      );
    };
    const leastOf = (index: number): string =>
      fixed.toSorted(
        (a, b) => (costs[index]?.[a]?.total ?? 0) - (costs[index]?.[b]?.total ?? 0),
      )[0] ?? "";
    const cells = [
      `${TITLES[set] ?? set}, wrong $${stakes.wrong}, person $${stakes.person}`,
      dollars(of("dial", "total")),
      `${(100 * of("dial", "wrong")).toFixed(1)} %`,
      `${(100 * of("dial", "person")).toFixed(1)} %`,
      ...totals.map(dollars),
      compareWith(() => leader),
      compareWith(leastOf),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}
