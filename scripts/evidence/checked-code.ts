/*
 * A checker on recorded programs. Every reply of humaneval and mbpp is run with its tests by the checker of the product:
 * as nobody, without network, for at most 5 s and with 512 MB. Then a cascade asks the cheapest member first and goes on
 * to the next one while the checker says that the answer is wrong. The cascade and the best member are chosen on half of the
 * rows and tested on the rest. "tests" are those that also say which answer is right, so such a checker never errs; the
 * "examples" of the docstring are a checker that a user could have.
 *
 *   node scripts/evidence/checked-code.ts [--save]
 */
import { runIsolated } from "../../packages/core/src/models/sandbox/run-isolated.ts";
import "../lib/saved-output.ts";
import { chooseCascade, runCascade, type Member } from "./cascades.ts";
import { hasRecorded, recordedRows } from "./recorded.ts";
import { estimateSplits, formatPoints, formatRatio } from "./resample.ts";

const PYTHON = "/usr/bin/python3";
const AT_ONCE = 3;
const SPLITS = 200;

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
| set, checker | members | right: cascade − best member | cost relative to the best member | any member right − cascade |
|---|---|---|---|---|`;

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
  const rows = [...(members[0]?.tries.keys() ?? [])];
  const { gain, cost, oracle } = estimateSplits(
    { members, rows, splits: SPLITS, seed: title },
    (some, known, tested) => {
      const { order, best } = chooseCascade(some, known);
      const outcome = runCascade(order, best, tested);
      const anybody = runCascade([...some], best, tested).oracle;
      return {
        gain: (outcome.right - outcome.bestRight) / outcome.rows,
        cost: outcome.cost / outcome.bestCost,
        oracle: (anybody - outcome.right) / outcome.rows,
      };
    },
  );
  console.log(
    `| ${title} | ${members.length} | ${formatPoints(gain)} | ${formatRatio(cost)} | ${formatPoints(oracle)} |`,
  );
}

console.log(
  `Mean of ${SPLITS} splits into halves: one chooses the cascade and the best member, the other measures; [middle 95 % of draws of members and rows]`,
);
if (hasRecorded()) {
  for (const name of ["humaneval", "mbpp"]) await measure(name);
} else {
  console.log("There are no recordings here: nothing was measured.");
}
