/*
 * A checker on recorded programs. Every reply of humaneval and mbpp is run with its tests by the checker of the product:
 * as nobody, without network, for at most 5 s and with 512 MB. Then a cascade asks the cheapest member first and goes on
 * to the next one while the checker says that the answer is wrong. The cascade is chosen on every other row and tested on
 * the rest.
 *
 *   node scripts/evidence/checked-code.ts [--save]
 */
import { runIsolated } from "../../packages/core/src/models/sandbox/run-isolated.ts";
import "../lib/saved-output.ts";
import { chooseCascade, runCascade, type Member } from "./cascades.ts";
import { hasRecorded, recordedRows } from "./recorded.ts";

const PYTHON = "/usr/bin/python3";
const AT_ONCE = 3;

interface Row {
  id: string;
  question: string;
  test: string;
  entry?: string;
  outputs: Record<string, string>;
  right: Record<string, boolean>;
  cost: Record<string, number | null>;
}

/** Whether a program ends without an error. One that doesn't end in time doesn't. */
async function passes(program: string): Promise<boolean> {
  const { code } = await runIsolated({
    command: [PYTHON, "-I", "-"],
    input: program,
    env: [],
    timeoutMs: 5000,
    memoryMb: 512,
    network: false,
    signal: new AbortController().signal,
  });
  return code === 0;
}

const FENCE = /```(?:python|py)?[^\S\n]*\n([\s\S]*?)```/;

/** The code of a reply: the first fence, or all of it. It is read as the recorded verdicts were made. */
const readCode = (reply: string): string => FENCE.exec(reply)?.[1] ?? reply;

/** A humaneval reply may repeat the signature or not, so it follows a function that does nothing. */
function writeProgram(row: Row, reply: string, test: string): string {
  const head = row.entry === undefined ? "" : `${row.question}\n    pass\n\n\n`;
  const tail = row.entry === undefined ? "" : `\ncheck(${row.entry})`;
  return `${head}${readCode(reply)}\n\n${test}${test === row.test ? tail : ""}\n`;
}

/** The examples of a docstring as a program that fails if one of them does; `null` if there are none. */
function writeExamples({ question, entry }: Row): string | null {
  if (!question.includes(">>>")) return null;
  return [
    "import doctest as _doctest",
    `_parser = _doctest.DocTestParser()`,
    `_test = _parser.get_doctest(${JSON.stringify(docstring(question))}, dict(globals()), ${JSON.stringify(entry)}, None, 0)`,
    "_runner = _doctest.DocTestRunner(verbose=False)",
    "_runner.run(_test, out=lambda text: None)",
    "import sys as _sys",
    "_sys.exit(1 if _runner.failures else 0)",
  ].join("\n");
}

/** The last docstring of a question. */
const docstring = (question: string): string => question.split(/"""|'''/).at(-2) ?? "";

/** Does some work on every item, a few at once, and keeps the order. */
async function mapSome<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) results[at] = await work(items[at] as T);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

const HEAD = `
| set and checker | cascade, in order | right | best member | cost relative to it | share of the oracle, same members | of the oracle, all members |
|---|---|---|---|---|---|---|`;

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

async function measure(name: string): Promise<void> {
  const rows = recordedRows(`${name}.jsonl.gz`) as unknown as Row[];
  const replies = rows.flatMap((row) =>
    Object.keys(row.outputs).map((model) => ({ row, model, reply: row.outputs[model] ?? "" })),
  );
  const passed = await mapSome(replies, ({ row, reply }) =>
    passes(writeProgram(row, reply, row.test)),
  );
  const verdicts = new Map(replies.map(({ row, model }, at) => [`${row.id} ${model}`, passed[at]]));
  const same = replies.filter(
    ({ row, model }, at) => (row.right[model] ?? false) === passed[at],
  ).length;
  const without = rows.filter((row) => writeExamples(row) === null).length;
  console.log(`\n${name}: ${rows.length} rows, ${replies.length} replies run`);
  console.log(`agrees with the recorded verdict in ${name}: ${percent(same / replies.length)}`);
  if (name === "humaneval") console.log(`rows without an example in the docstring: ${without}`);

  const ran = (row: Row, model: string): boolean => verdicts.get(`${row.id} ${model}`) === true;
  const members = Object.keys(rows[0]?.outputs ?? {}).filter((model) =>
    rows.every((row) => row.cost[model] != null && row.outputs[model] !== undefined),
  );
  const unpriced = new Set(rows.flatMap((row) => Object.keys(row.outputs))).size - members.length;
  const table = (checks: (row: Row, model: string) => boolean): Member[] =>
    members.map((model) => ({
      name: model,
      tries: rows.map((row) => ({
        right: ran(row, model),
        passes: checks(row, model),
        cost: row.cost[model] as number,
      })),
    }));
  console.log(
    `members with a price on every row of ${name}: ${members.length}; left out: ${unpriced}`,
  );
  console.log(HEAD);
  report(`${name}, tests`, table(ran));

  if (name !== "humaneval") return;
  const shown = await mapSome(replies, async ({ row, reply }) => {
    const examples = writeExamples(row);
    return examples === null ? null : passes(writeProgram(row, reply, examples));
  });
  const examples = new Map(replies.map(({ row, model }, at) => [`${row.id} ${model}`, shown[at]]));
  report(
    `${name}, examples`,
    table((row, model) => examples.get(`${row.id} ${model}`) === true),
  );
}

function report(title: string, members: readonly Member[]): void {
  for (const [half, train, test] of [
    ["chosen on even rows", 0, 1],
    ["chosen on odd rows", 1, 0],
  ] as const) {
    const { order, best } = chooseCascade(members, (row) => row % 2 === train);
    const { right, cost, rows, oracle, bestRight, bestCost } = runCascade(
      order,
      best,
      (row) => row % 2 === test,
    );
    const others = members.filter(({ name }) => name !== best.name);
    const anybody = runCascade([...others, best], best, (row) => row % 2 === test).oracle;
    console.log(
      `| ${[
        `${title}, ${half}`,
        order.map(({ name }) => name).join(", "),
        percent(right / rows),
        percent(bestRight / rows),
        (cost / bestCost).toFixed(2),
        percent(right / oracle),
        percent(right / anybody),
      ].join(" | ")} |`,
    );
  }
}

if (hasRecorded()) {
  for (const name of ["humaneval", "mbpp"]) await measure(name);
} else {
  console.log("There are no recordings here: nothing was measured.");
}
