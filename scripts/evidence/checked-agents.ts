/*
 * A checker on recorded agents (swe-bench, swt-bench, gaia). Up to two cheaper configurations are asked before the best
 * one, and the next is asked while the checker says that the result is wrong. The cascade is the cheapest that stays
 * within two points of the best one on half of the tasks; it is tested on the rest. A checker may err: with this probability,
 * and independently in each run, it says the opposite.
 *
 *   node scripts/evidence/checked-agents.ts [--save]
 */
import "../lib/saved-output.ts";
import { hasRecorded, recordedRows } from "./recorded.ts";
import { mean } from "./watched.ts";
import { estimateSplits, formatPoints, formatRatio } from "./resample.ts";

interface Run {
  resolved: boolean;
  cost: number | null;
}
interface Row {
  bench: string;
  runs: Record<string, Run>;
}

const ERRORS = [0, 0.05, 0.1];
/** How far below the best configuration a cascade may be on the rows that choose it. */
const ALLOWED = 0.02;
const SPLITS = 200;

interface Expected {
  right: number;
  cost: number;
}

/** What a cascade comes to on average over the errors of its checker, per row. */
function expect(order: readonly string[], rows: readonly Row[], error: number): Expected {
  let [right, cost] = [0, 0];
  for (const { runs } of rows) {
    let reached = 1;
    for (const [at, name] of order.entries()) {
      const { resolved, cost: usd } = runs[name] as Run;
      cost += reached * (usd as number);
      const passes = at === order.length - 1 ? 1 : resolved ? 1 - error : error;
      if (resolved) right += reached * passes;
      reached *= 1 - passes;
    }
  }
  return { right: right / rows.length, cost: cost / rows.length };
}

function choose(names: readonly string[], rows: readonly Row[], error: number): string[] {
  const alone = new Map(names.map((name) => [name, expect([name], rows, 0)]));
  const value = (name: string): Expected => alone.get(name) as Expected;
  const best = names.reduce((a, b) => (value(b).right > value(a).right ? b : a));
  const cheaper = names.filter((name) => value(name).cost < value(best).cost);
  const candidates = [
    [best],
    ...cheaper.map((name) => [name, best]),
    ...cheaper.flatMap((first) =>
      cheaper
        .filter((second) => value(second).cost > value(first).cost)
        .map((second) => [first, second, best]),
    ),
  ].map((order) => ({ order, ...expect(order, rows, error) }));
  const near = candidates.filter(({ right }) => right >= value(best).right - ALLOWED);
  return near.reduce((a, b) => (b.cost < a.cost ? b : a)).order;
}

const HEAD = `
| tasks, checker | agents | solved: cascade − best agent | cost relative to the best agent |
|---|---|---|---|`;

console.log(
  `Mean of ${SPLITS} splits into halves: one chooses the cascade and the best agent, the other measures; [middle 95 % of draws of agents and tasks]`,
);

function measure(bench: string, all: readonly Row[]): void {
  const recorded = all.filter((row) => row.bench === bench);
  const names = [...new Set(recorded.flatMap(({ runs }) => Object.keys(runs)))];
  const costsOf = (name: string): number[] =>
    recorded.flatMap(({ runs }) => runs[name]?.cost ?? []);
  const members = names.filter(
    (name) =>
      recorded.every(({ runs }) => name in runs) && costsOf(name).length > 0.8 * recorded.length,
  );
  const usual = new Map(members.map((name) => [name, mean(costsOf(name))]));
  const rows = recorded.map(({ runs }) => ({
    bench,
    runs: Object.fromEntries(
      members.map((name) => [
        name,
        {
          resolved: runs[name]?.resolved === true,
          cost: runs[name]?.cost ?? usual.get(name) ?? 0,
        },
      ]),
    ),
  }));
  for (const error of ERRORS) {
    const { gain, cost } = estimateSplits(
      { members, rows, splits: SPLITS, seed: `${bench} ${error}` },
      (some, known, tested) => {
        const order = choose(some, known, error);
        const [cascade, alone] = [expect(order, tested, error), expect(order.slice(-1), tested, 0)];
        return { gain: cascade.right - alone.right, cost: cascade.cost / alone.cost };
      },
    );
    console.log(
      `| ${bench}, ${rows.length} tasks, checker errs in ${100 * error} % | ${members.length} of ${names.length} | ${formatPoints(gain)} | ${formatRatio(cost)} |`,
    );
  }
}

if (hasRecorded()) {
  console.log(HEAD);
  const rows = recordedRows("agents.jsonl.gz") as unknown as Row[];
  for (const bench of ["swe-bench", "swt-bench", "gaia"]) measure(bench, rows);
  console.log(
    "\nLeft out: agents without a run on some task, or without a cost on a fifth of the tasks. Other missing costs are the agent's mean.",
  );
} else {
  console.log("There are no recordings here: nothing was measured.");
}
