/*
 * Our comparison of mathematical answers beside @cortex-js/compute-engine, on every pair of different
 * answers (the right one included) to the same recorded question.
 *
 *   node scripts/evidence/maths-equality.ts            agreement and time
 *   node scripts/evidence/maths-equality.ts --list     also every pair they disagree on
 *
 * `--seconds N` bounds the time for the engine (default 120); pairs are taken in a fixed mixed order.
 */
import { math } from "../../packages/core/src/answers/answer-kinds.ts";
import { createReader } from "../../packages/core/src/answers/create-reader.ts";
import { prepare } from "../../packages/core/src/answers/math/prepare.ts";
import { readRecorded } from "../../packages/eval/src/index.ts";
import { hasRecorded, recordedByModel, recordedDebates, type Row } from "./recorded.ts";

type Pair = readonly [string, string];

const reader = createReader(math(), "");

/** Different answers to one question, two by two; equal strings are no test. */
function pairsOf(rows: readonly Row[]): Pair[] {
  const answers = new Map<string, Set<string>>();
  for (const row of rows) {
    const found = answers.get(row.id) ?? new Set([row.gold]);
    const value = readRecorded(row.reply, { answer: math() })?.value;
    if (typeof value === "string" && value.length <= 120) found.add(value);
    answers.set(row.id, found);
  }
  const pairs: Pair[] = [];
  for (const found of answers.values()) {
    const list = [...found];
    for (const [i, a] of list.entries()) for (const b of list.slice(i + 1)) pairs.push([a, b]);
  }
  return pairs;
}

/** A fixed mixing, so that a bounded run sees all kinds of questions. */
function mixed<T>(items: readonly T[]): T[] {
  let state = 20_240_607;
  const keyed = items.map((item) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return { item, state };
  });
  return keyed.sort((a, b) => a.state - b.state).map(({ item }) => item);
}

interface Expression {
  isEqual(other: Expression): boolean | undefined;
  sub(other: Expression): Expression;
  simplify(): Expression;
  isValid: boolean;
  is(value: number): boolean;
}

const option = (name: string, fallback: number): number => {
  const at = process.argv.indexOf(name);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};

async function engineComparer(): Promise<(a: string, b: string) => boolean> {
  const path: string = "@cortex-js/compute-engine";
  const { ComputeEngine, expandAll } = (await import(import.meta.resolve(path))) as {
    ComputeEngine: new () => { parse(latex: string): Expression };
    expandAll: (expression: Expression) => Expression | null;
  };
  const engine = new ComputeEngine();
  // Ours remembers what it has parsed; so may the engine.
  const known = new Map<string, Expression>();
  const parsed = (latex: string): Expression => {
    const expression = known.get(latex) ?? engine.parse(latex);
    known.set(latex, expression);
    return expression;
  };
  return (a, b) => {
    try {
      // The same preparation as ours: thousands, delimiters and typesetting are stripped for both.
      const [x, y] = [parsed(prepare(a)), parsed(prepare(b))];
      if (!x.isValid || !y.isValid) return false;
      if (x.isEqual(y) === true) return true;
      const difference = x.sub(y);
      return (expandAll(difference) ?? difference).simplify().is(0);
    } catch {
      return false;
    }
  };
}

async function main(): Promise<void> {
  if (!hasRecorded()) {
    console.log("skipped: there is no ../shared/recorded");
    return;
  }
  const pairs = mixed([
    ...pairsOf(recordedByModel("math-l5.jsonl.gz")),
    ...pairsOf(recordedDebates()),
  ]);
  const loading = performance.now();
  const engineSame = await engineComparer();
  const loaded = performance.now() - loading;
  const until = performance.now() + option("--seconds", 120) * 1000;
  const seen: { pair: Pair; ours: boolean; engine: boolean }[] = [];
  let [oursMs, engineMs, slowest] = [0, 0, 0];
  for (const pair of pairs) {
    if (performance.now() > until) break;
    const start = performance.now();
    const ours = reader?.same(pair[0], pair[1]) === true;
    const between = performance.now();
    const engine = engineSame(pair[0], pair[1]);
    const end = performance.now();
    oursMs += between - start;
    engineMs += end - between;
    slowest = Math.max(slowest, end - between);
    seen.push({ pair, ours, engine });
  }
  const differing = seen.filter(({ ours, engine }) => ours !== engine);
  console.log(`pairs of different answers: ${pairs.length}; compared: ${seen.length}`);
  console.log(
    `same: ours ${seen.filter(({ ours }) => ours).length}, engine ${seen.filter(({ engine }) => engine).length}`,
  );
  console.log(
    `agreement: ${((100 * (seen.length - differing.length)) / seen.length).toFixed(2)} %`,
  );
  console.log(
    `same by ours alone: ${differing.filter(({ ours }) => ours).length}; by the engine alone: ${differing.filter(({ engine }) => engine).length}`,
  );
  console.log(
    `µs a pair: ours ${((1000 * oursMs) / seen.length).toFixed(1)}, engine ${((1000 * engineMs) / seen.length).toFixed(0)} (slowest ${slowest.toFixed(0)} ms), loading ${loaded.toFixed(0)} ms`,
  );
  if (!process.argv.includes("--list")) return;
  for (const { pair, ours } of differing)
    console.log(`${ours ? "ours  " : "engine"}  ${pair[0]}   |   ${pair[1]}`);
}

await main();
