/*
 * A checker on recorded coding agents (swe-bench, swt-bench). Up to two cheaper configurations are asked before the best
 * one, and the next is asked while the checker says that the result is wrong. The cascade is the cheapest that stays
 * within two points of the best configuration, or gives up nothing, on every other row; it is tested on the rest. A checker may err: with this
 * probability, and independently in each run, it says the opposite.
 *
 *   node scripts/evidence/checked-agents.ts [--save]
 */
import "../lib/saved-output.ts";
import { hasRecorded, recordedRows } from "./recorded.ts";

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
const ALLOWED = [0.02, 0];

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

function choose(
  names: readonly string[],
  rows: readonly Row[],
  error: number,
  allowed: number,
): string[] {
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
  const near = candidates.filter(({ right }) => right >= value(best).right - allowed);
  return near.reduce((a, b) => (b.cost < a.cost ? b : a)).order;
}

const HEAD = `
| set, checker, points that may be given up | cascade, in order | right | best alone | cost relative to it |
|---|---|---|---|---|`;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function measure(bench: string): void {
  const rows = (recordedRows("agents.jsonl.gz") as unknown as Row[]).filter(
    (row) => row.bench === bench,
  );
  const all = [...new Set(rows.flatMap(({ runs }) => Object.keys(runs)))];
  const names = all.filter((name) => rows.every(({ runs }) => runs[name]?.cost != null));
  const missing = rows
    .flatMap(({ runs }) => Object.values(runs))
    .filter(({ cost }) => cost === null);
  console.log(
    `${bench}: ${rows.length} rows, ${names.length} configurations; left out: ${all.length - names.length} configurations, because of ${missing.length} runs without a cost and rows without a run`,
  );
  console.log(HEAD);
  for (const [error, allowed, parity] of ERRORS.flatMap((each) =>
    ALLOWED.flatMap((most) => [0, 1].map((half) => [each, most, half] as const)),
  )) {
    const train = rows.filter((_, at) => at % 2 === parity);
    const test = rows.filter((_, at) => at % 2 !== parity);
    const order = choose(names, train, error, allowed);
    const best = order.at(-1) as string;
    const [cascade, alone] = [expect(order, test, error), expect([best], test, 0)];
    console.log(
      `| ${[
        `${bench}, checker errs in ${100 * error} %, gives up ${100 * allowed}, ${parity === 0 ? "even" : "odd"} rows choose`,
        order.join(", "),
        percent(cascade.right),
        percent(alone.right),
        (cascade.cost / alone.cost).toFixed(2),
      ].join(" | ")} |`,
    );
  }
}

if (hasRecorded()) {
  for (const bench of ["swe-bench", "swt-bench"]) measure(bench);
} else {
  console.log("There are no recordings here: nothing was measured.");
}
