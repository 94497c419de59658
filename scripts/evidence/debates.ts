/*
 * Real debates of four agents, recorded: what one alone, the vote before, the debate and the guarded
 * setting make of them, by how split round 0 was.
 *
 *   node scripts/evidence/debates.ts
 */
import { pairedDifference, recorded, wilson } from "../../packages/rostrum/src/eval/index.ts";
import { gradeFor } from "../../packages/rostrum/src/eval/grade.ts";
import { Debate, guarded, math, type AnswerKind } from "../../packages/rostrum/src/index.ts";
import { recordedFile } from "./recorded.ts";

const file = recordedFile("math-debates");
if (file === null) {
  console.log("skipped: the recorded replies are not here");
  process.exit(0);
}
const answer = math() as AnswerKind<unknown>;
const recording = await recorded(file);
const names = Object.keys(recording.models).sort();
const all = names.map((name) => ({ name, model: recording.models[name] as () => string }));

interface Row {
  split: string;
  single: boolean;
  vote: boolean;
  debate: boolean;
  guarded: boolean;
}

const rows: Row[] = [];
for (const item of recording.items) {
  const grade = gradeFor(item, answer);
  // Some recorded debates have three agents: whoever has no reply is left out.
  const debaters = [];
  for (const debater of all) {
    const has = await ask(debater.model, item.question);
    if (has) debaters.push(debater);
  }
  if (debaters.length < 2) continue;
  const common = { debaters, answer, limits: { retries: 0 } };
  const free = await new Debate<unknown>({ ...common, rounds: 1 }).run(item.question);
  const kept = await new Debate<unknown>({ ...common, ...guarded }).run(item.question);
  const sizes = (free.rounds[0]?.positions ?? []).reduce<number[]>((sum, { cluster }) => {
    if (cluster !== null) sum[cluster] = (sum[cluster] ?? 0) + 1;
    return sum;
  }, []);
  rows.push({
    split: sizes.join("+"),
    single: grade(free.whatIf.single.answer),
    vote: grade(free.whatIf.roundZeroVote.answer),
    debate: grade(free.answer),
    guarded: grade(kept.answer),
  });
}

async function ask(model: (request: never) => unknown, question: string): Promise<boolean> {
  try {
    return Boolean(await model({ question, round: 0 } as never));
  } catch {
    return false;
  }
}

const ARMS = ["single", "vote", "debate", "guarded"] as const;

function line(name: string, of: readonly Row[]): string {
  const shares = ARMS.map((arm) => {
    const { value, low, high } = wilson(of.filter((row) => row[arm]).length, of.length);
    return `${(100 * value).toFixed(1)} [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}]`;
  });
  const against = (["debate", "guarded"] as const).map((arm) => {
    const fixed = of.filter((row) => row[arm] && !row.vote).length;
    const broken = of.filter((row) => !row[arm] && row.vote).length;
    return `${fixed}/${broken}`;
  });
  return [
    name.padEnd(10),
    String(of.length).padStart(5),
    ...shares.map((text) => text.padStart(20)),
    ...against.map((text) => text.padStart(8)),
  ].join(" ");
}

console.log(
  [
    "round 0".padEnd(10),
    "n".padStart(5),
    ...ARMS.map((arm) => arm.padStart(20)),
    "debate".padStart(8),
    "guarded".padStart(8),
  ].join(" "),
);
console.log(`${" ".repeat(101)}fixed/broken against the vote`);
console.log(line("all", rows));
for (const [split, of] of [...Map.groupBy(rows, (row) => row.split)].sort(
  ([, a], [, b]) => b.length - a.length,
)) {
  if (of.length >= 10) console.log(line(split, of));
}
for (const arm of ["debate", "guarded"] as const) {
  const { value, low, high, pValue } = pairedDifference(
    rows.map((row) => row[arm]),
    rows.map((row) => row.vote),
  );
  console.log(
    `${arm} − vote: ${(100 * value).toFixed(1)} points [${(100 * low).toFixed(1)}, ${(100 * high).toFixed(1)}], p = ${pValue.toFixed(3)}`,
  );
}
