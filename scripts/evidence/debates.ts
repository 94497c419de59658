/*
 * Real debates of gpt-3.5 agents, recorded: what one agent alone, the best seat, the vote of round 0,
 * `classic` and `guarded` make of the same replies, for each set and by how split round 0 was.
 *
 *   node scripts/evidence/debates.ts
 */
import { pairedDifference, wilson } from "../../packages/eval/src/index.ts";
import { createRowGrade } from "../../packages/eval/src/grade.ts";
import {
  choice,
  classic,
  Debate,
  guarded,
  math,
  PanelFailedError,
  type AnswerKind,
  type ModelFunction,
  type PartialResult,
} from "../../packages/rostrum/src/index.ts";
import "../lib/saved-output.ts";
import { hasRecorded, recordedRows } from "./recorded.ts";
import { estimateRatio } from "./resample.ts";
import { statedAnswer } from "./stated-answer.ts";

const SETS = [
  { name: "math-debates-rounds", title: "MATH, 4 agents", answer: math() },
  { name: "mmlu-debates-3", title: "MMLU, 3 agents", answer: choice() },
  { name: "mmlu-debates-4", title: "MMLU, 4 agents", answer: choice() },
  { name: "mmlu-debates-7", title: "MMLU, 7 agents", answer: choice() },
] as const;
const PRESETS = ["classic", "guarded"] as const;
/** A split with fewer debates is left out of the table. */
const MIN_DEBATES = 20;

interface Row {
  id: string;
  /** Sizes of the groups of round 0, the largest first. */
  split: string;
  /** By seat; `null` where nobody spoke. */
  alone: (boolean | null)[];
  vote: boolean;
  classic: boolean;
  guarded: boolean;
}

interface Recorded {
  id: string;
  question: string;
  gold: string;
  /** What each agent said in each round; `null` where it said nothing. */
  rounds: (string | null)[][];
}

/** Says what the agent said in that round, or before it where it said nothing in it. */
function agent(
  { question, rounds }: Recorded,
  seat: number,
  answer: AnswerKind<unknown>,
): ModelFunction {
  return ({ round }) => {
    const said = rounds.slice(0, round + 1).map((texts) => texts[seat]);
    const last = said.findLast((text) => typeof text === "string") ?? "";
    return statedAnswer(last, answer, question);
  };
}

/** Where no reply of round 0 can be read, there is no answer, which counts as wrong. */
async function resultOf(debate: Debate<unknown>, question: string): Promise<PartialResult> {
  try {
    return await debate.run(question);
  } catch (error) {
    if (error instanceof PanelFailedError) return error.partial;
    throw error;
  }
}

async function heldOn(row: Recorded, answer: AnswerKind<unknown>): Promise<Row | null> {
  const grade = createRowGrade({ item: row }, answer);
  const first = row.rounds[0] ?? [];
  const seats = first.flatMap((said, seat) => (typeof said === "string" ? [seat] : []));
  if (seats.length < 2) return null;
  const debaters = seats.map((seat) => ({
    name: `agent_${seat}`,
    model: agent(row, seat, answer),
  }));
  const common = { debaters, answer, limits: { retries: 0 } };
  const free = await resultOf(new Debate<unknown>({ ...common, ...classic }), row.question);
  const kept = await resultOf(new Debate<unknown>({ ...common, ...guarded }), row.question);
  const positions = free.rounds[0]?.positions ?? [];
  const sizes = Map.groupBy(
    positions.filter(({ cluster }) => cluster !== null),
    ({ cluster }) => cluster,
  );
  const alone = first.map((_, seat) => {
    const at = seats.indexOf(seat);
    return at < 0 ? null : grade(positions[at]?.answer ?? null);
  });
  return {
    id: row.id,
    split: [...sizes.values()]
      .map(({ length }) => length)
      .toSorted((a, b) => b - a)
      .join("+"),
    alone,
    vote: grade(free.whatIf.roundZeroVote.answer),
    classic: grade(free.answer),
    guarded: grade(kept.answer),
  };
}

const points = (part: number): string => (100 * part).toFixed(1).replace("-", "−");

function share(right: number, of: number): string {
  const { value, low, high } = wilson(right, of);
  return `${points(value)} [${points(low)}, ${points(high)}]`;
}

/** The best of the seats that spoke in every debate, known only afterwards. */
function bestSeat(rows: readonly Row[]): number {
  const seats = rows[0]?.alone.map((_, seat) => seat) ?? [];
  const always = seats.filter((seat) =>
    rows.every(({ alone }) => typeof alone[seat] === "boolean"),
  );
  const right = (seat: number): number => rows.filter(({ alone }) => alone[seat]).length;
  return always.toSorted((a, b) => right(b) - right(a))[0] ?? 0;
}

function line(name: string, rows: readonly Row[], best: number): string {
  const count = (holds: (row: Row) => boolean): string =>
    share(rows.filter(holds).length, rows.length);
  const against = PRESETS.map((arm) => {
    const fixed = rows.filter((row) => row[arm] && !row.vote).length;
    const broken = rows.filter((row) => !row[arm] && row.vote).length;
    return `${fixed}/${broken}`;
  });
  const cells = [
    count(({ alone }) => alone[0] === true),
    count(({ alone }) => alone[best] === true),
    count(({ vote }) => vote),
    ...PRESETS.map((arm) => count((row) => row[arm])),
    ...against,
  ];
  return `| ${name} | ${rows.length} | ${cells.join(" | ")} |`;
}

function difference(arm: (typeof PRESETS)[number], rows: readonly Row[]): string {
  const { value, low, high, pValue } = pairedDifference(
    rows.map((row) => row[arm]),
    rows.map((row) => row.vote),
  );
  const signed = `${value > 0 ? "+" : ""}${points(value)}`;
  return `${signed} [${points(low)}, ${points(high)}], p = ${pValue.toFixed(3)}`;
}

/** Over several sets that share questions: the interval draws sets' debates by question. */
function poolDifference(arm: (typeof PRESETS)[number], sets: readonly (readonly Row[])[]): string {
  const ids = [...new Set(sets.flat().map(({ id }) => id))];
  const places = new Map(ids.map((id, at) => [id, at]));
  const cases = sets.flat().map((row) => ({
    panel: 0,
    question: places.get(row.id) ?? 0,
    gain: Number(row[arm]) - Number(row.vote),
  }));
  const { value, low, high } = estimateRatio(cases, [[]], ({ gain }) => gain);
  return `${value > 0 ? "+" : ""}${points(value)} [${points(low)}, ${points(high)}]`;
}

if (!hasRecorded()) {
  console.log("skipped: there is no ../shared/recorded");
} else {
  const measured: { title: string; rows: Row[] }[] = [];
  for (const { name, title, answer } of SETS) {
    const recorded = recordedRows(`${name}.jsonl.gz`) as unknown as Recorded[];
    const rows: Row[] = [];
    for (const row of recorded) {
      const held = await heldOn(row, answer);
      if (held) rows.push(held);
    }
    measured.push({ title, rows });
  }
  const head =
    "| n | one alone | best seat | vote | classic | guarded | classic fixed/broken | guarded fixed/broken |";
  console.log(`| set ${head}\n|---|---|---|---|---|---|---|---|---|`);
  for (const { title, rows } of measured) console.log(line(title, rows, bestSeat(rows)));
  console.log("\n| against the vote, points | classic | guarded |\n|---|---|---|");
  for (const { title, rows } of measured) {
    console.log(`| ${title} | ${PRESETS.map((arm) => difference(arm, rows)).join(" | ")} |`);
  }
  const mmlu = measured.filter(({ title }) => title.startsWith("MMLU")).map(({ rows }) => rows);
  console.log(
    `| MMLU, all together | ${PRESETS.map((arm) => poolDifference(arm, mmlu)).join(" | ")} |`,
  );
  console.log(`\n| MATH by round 0 ${head}\n|---|---|---|---|---|---|---|---|---|`);
  const [{ rows: ofMath } = { rows: [] }] = measured;
  const splits = [...Map.groupBy(ofMath, ({ split }) => split)]
    .filter(([, { length }]) => length >= MIN_DEBATES)
    .toSorted(([, a], [, b]) => b.length - a.length);
  for (const [split, rows] of splits) console.log(line(split, rows, bestSeat(ofMath)));
}
