/*
 * A checker on recorded programs of humaneval and mbpp. A cascade asks the cheapest member first and goes on
 * to the next one while the checker says that the answer is wrong. The cascade and the best member are chosen on half of the
 * rows and tested on the rest. "The tests that grade" also say which answer is right, so such a checker never errs. The
 * examples of a docstring are a checker that a user could have: they are run by the product's own, as nobody, without
 * network, for at most 5 s and with 512 MB; what has no example never passes.
 *
 *   node scripts/evidence/checked-code.ts [--save]
 */
import { runIsolated } from "../../packages/runtime/src/models/sandbox/run-isolated.ts";
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

/** The reply may repeat the signature or not, so it follows a function that does nothing. */
const writeProgram = ({ question }: Row, reply: string, examples: string): string =>
  `${question}\n    pass\n\n\n${readCode(reply)}\n\n${examples}\n`;

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

async function measure(name: string): Promise<void> {
  const rows = recordedRows(`${name}.jsonl.gz`) as unknown as Row[];
  const models = [...new Set(rows.flatMap((row) => Object.keys(row.outputs)))];
  const members = models.filter((model) =>
    rows.every((row) => row.cost[model] != null && row.outputs[model] !== undefined),
  );
  const isRight = (row: Row, model: string): boolean => row.right[model] === true;
  const table = (checks: (row: Row, model: string) => boolean): Member[] =>
    members.map((model) => ({
      name: model,
      tries: rows.map((row) => ({
        right: isRight(row, model),
        passes: checks(row, model),
        cost: row.cost[model] as number,
      })),
    }));
  const title = `${name}, ${rows.length} rows`;
  report(`${title}, the tests that grade`, table(isRight));

  if (name !== "humaneval") return;
  const replies = rows.flatMap((row) => {
    const examples = writeExamples(row);
    return examples === null ? [] : members.map((model) => ({ row, model, examples }));
  });
  const verdicts = await mapSome(replies, ({ row, model, examples }) =>
    passes(writeProgram(row, row.outputs[model] ?? "", examples)),
  );
  const passed = new Set(
    replies.flatMap(({ row, model }, at) => (verdicts[at] ? [`${row.id} ${model}`] : [])),
  );
  const some = new Set(replies.map(({ row }) => row.id)).size;
  report(
    `${title}, examples that ${some} of the questions have`,
    table((row, model) => passed.has(`${row.id} ${model}`)),
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
  console.log(HEAD);
  for (const name of ["humaneval", "mbpp"]) await measure(name);
} else {
  console.log("There are no recordings here: nothing was measured.");
}
