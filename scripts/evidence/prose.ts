/*
 * How well answers in prose are understood: replies of five real models to open questions, with people's
 * verdicts. Both right counts as the same answer, one right and one wrong as different ones; both wrong is
 * unknown and left out. Every figure is held out: a half of the questions is scored by weights and
 * thresholds fitted on the other half.
 *
 *   node scripts/evidence/prose.ts           the tables
 *   node scripts/evidence/prose.ts --worst   also the twenty worst mergers and splits of each source
 *   node scripts/evidence/prose.ts --fitted  by the weights in the source, which have seen these rows
 */
import { clusterAnswers } from "../../packages/rostrum/src/answers/cluster.ts";
import { compareProse } from "../../packages/rostrum/src/answers/prose/compare.ts";
import type { ProseAnswer } from "../../packages/rostrum/src/answers/prose/understand-prose.ts";
import type { Model } from "../../packages/rostrum/src/answers/prose/score.ts";
import { weights } from "../../packages/rostrum/src/answers/prose/weights.ts";
import { fitProse, foldOf, judgedRows, pairsOf, probabilityFor } from "../lib/judged-prose.ts";
import type { Judged, Pair } from "../lib/judged-prose.ts";
import "../lib/saved-output.ts";
import { hasRecorded } from "./recorded.ts";

const percent = (part: number, whole: number): string =>
  (whole === 0 ? 0 : (100 * part) / whole).toFixed(1);

type Same = (i: number, j: number) => boolean;

/** The reply that a vote of all readable ones elects, by complete-link clusters in panel order. */
function elected(row: Judged, same: Same): number | undefined {
  const values = row.replies.map(({ answer }, i) =>
    answer === null ? null : { value: i, wording: `${i}` },
  );
  return clusterAnswers(values, { basis: "lexical", read: () => null, same })[0]?.[0];
}

const isRight = (row: Judged, index: number | undefined): boolean =>
  index !== undefined && row.replies[index]?.right === true;

const answers = (row: Judged, i: number, j: number): [ProseAnswer, ProseAnswer] =>
  [i, j].map((at) => row.replies[at]?.answer) as [ProseAnswer, ProseAnswer];

/** A vote by rules alone. */
const byRules = (model: Model, row: Judged): boolean =>
  isRight(
    row,
    elected(
      row,
      (i, j) => compareProse(row.question, ...answers(row, i, j), model).likelier === "same",
    ),
  );

/** A vote where people's verdicts decide what rules leave open; of two wrong replies the rules' likelier word stands. */
function withComparer(model: Model, row: Judged): { right: boolean; asked: boolean } {
  let asked = false;
  const same: Same = (i, j) => {
    const pair = answers(row, i, j);
    const { settled, likelier } = compareProse(row.question, ...pair, model);
    if (settled !== "open") return settled === "same";
    asked = true;
    const [a, b] = [row.replies[i]?.right === true, row.replies[j]?.right === true];
    if (a || b) return a && b;
    return likelier === "same";
  };
  return { right: isRight(row, elected(row, same)), asked };
}

const people = (row: Judged): boolean =>
  isRight(
    row,
    elected(row, (i, j) => row.replies[i]?.right === true && row.replies[j]?.right === true),
  );

interface Scored {
  pair: Pair;
  p: number;
  model: Model;
}

/** Shares of different pairs merged at which the curve says how many same pairs are seen. */
const CUTS = [0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.15];

/** One column of the tables: what comes of one source. */
interface Column {
  source: string;
  questions: number;
  /** Lines of the first table. */
  cells: Record<string, string>;
  curve: string[];
  notes: string[];
}

/** The same words judged once right and once wrong: no rule can tell these apart. */
function sameWords({ row, i, j }: Pair): boolean {
  const [a, b] = [row.replies[i]?.answer, row.replies[j]?.answer];
  if (!a || !b || a.core.total === 0) return false;
  const words = (answer: ProseAnswer): string =>
    [...answer.focus.weights.keys()].toSorted().join(" ");
  return words(a) === words(b);
}

function columnOf(
  source: string,
  rows: readonly Judged[],
  scored: readonly Scored[],
  modelFor: (row: Judged) => Model,
): Column {
  const same = scored.filter(({ pair }) => pair.same);
  const different = scored.filter(({ pair }) => !pair.same);
  const share = (members: readonly Scored[], holds: (item: Scored) => boolean): string =>
    percent(members.filter(holds).length, members.length);
  const count = (holds: (row: Judged) => boolean): string =>
    percent(rows.filter(holds).length, rows.length);
  const likely = ({ p, model }: Scored): boolean => p > model.likelierSame;
  const settled = ({ p, model }: Scored): boolean => p > model.settledSame;
  const apart = ({ p, model }: Scored): boolean => p < model.settledDifferent;
  const compared = rows.map((row) => withComparer(modelFor(row), row));
  const members = rows[0]?.replies.map(({ model }, i) => ({
    model,
    right: rows.filter((row) => row.replies[i]?.right === true).length,
  }));
  const best = Math.max(...(members ?? []).map(({ right }) => right));
  const merged = different.filter(likely);
  const noise = new Set(different.filter(({ pair }) => sameWords(pair)));
  const sorted = different.map(({ p }) => p).toSorted((a, b) => b - a);
  return {
    source,
    questions: rows.length,
    cells: {
      "rules alone: same pairs seen": `${share(same, likely)} %`,
      "rules alone: different pairs merged": `${share(different, likely)} %`,
      "settled: same pairs seen / different pairs merged": `${share(same, settled)} / ${share(different, settled)} %`,
      "settled: different pairs told apart / same pairs split": `${share(different, apart)} / ${share(same, apart)} %`,
      "vote by rules alone": `${count((row) => byRules(modelFor(row), row))} %`,
      "vote with a comparer that judges like a person": `${percent(compared.filter(({ right }) => right).length, rows.length)} %`,
      "calls of that comparer per question": (
        compared.filter(({ asked }) => asked).length / rows.length
      ).toFixed(2),
      "different pairs with the same words where the answer belongs / their share of those merged": `${percent(noise.size, different.length)} / ${share(merged, (each) => noise.has(each))} %`,
      "vote grouped by people; best single model": `${count(people)}; ${percent(best, rows.length)} %`,
    },
    curve: CUTS.map((cut) => {
      const least = sorted[Math.floor(cut * sorted.length)] ?? 1;
      return share(same, ({ p }) => p > least);
    }),
    notes: [
      `${same.length} same pairs, ${different.length} different pairs`,
      `a comparer is asked in ${percent(compared.filter(({ asked }) => asked).length, rows.length)} % of the questions`,
      ...(members ?? []).map(({ model, right }) => `${model} ${percent(right, rows.length)} %`),
    ],
  };
}

function printColumns(columns: readonly Column[]): void {
  const heads = columns.map(
    ({ source, questions }) => `${source} (${questions.toLocaleString("en-US")} questions)`,
  );
  console.log(`\n| | ${heads.join(" | ")} |\n|---|${"---|".repeat(columns.length)}`);
  for (const name of Object.keys(columns[0]?.cells ?? {})) {
    console.log(`| ${name} | ${columns.map(({ cells }) => cells[name]).join(" | ")} |`);
  }
  const cuts = CUTS.map((cut) => String(Number((100 * cut).toFixed(1))));
  console.log(`\n| merged | ${cuts.join(" | ")} |\n|---|${"---|".repeat(cuts.length)}`);
  for (const { source, curve } of columns)
    console.log(`| seen, ${source} | ${curve.join(" | ")} |`);
  console.log("");
  for (const { source, notes } of columns) console.log(`${source}: ${notes.join("; ")}`);
}

function printWorst(scored: readonly Scored[]): void {
  const show = (title: string, items: readonly Scored[]): void => {
    console.log(`\n  ${title}`);
    for (const { pair, p } of items.slice(0, 20)) {
      console.log(`  ${p.toFixed(3)} ${pair.row.id} ${pair.row.text}`);
      for (const at of [pair.i, pair.j]) {
        const reply = pair.row.replies[at];
        console.log(
          `        ${reply?.right === true ? "right" : "wrong"} ${JSON.stringify(reply?.answer?.wording.slice(0, 160))}`,
        );
      }
    }
  };
  show(
    "worst mergers",
    scored.filter(({ pair }) => !pair.same).toSorted((a, b) => b.p - a.p),
  );
  show(
    "worst splits",
    scored.filter(({ pair }) => pair.same).toSorted((a, b) => a.p - b.p),
  );
}

if (!hasRecorded()) {
  console.log("skipped: there is no ../shared/recorded");
} else {
  const rows = judgedRows();
  const pairs = pairsOf(rows);
  const halves = process.argv.includes("--fitted")
    ? [weights, weights]
    : [0, 1].map((half) => fitProse(pairs.filter(({ row }) => foldOf(row, 2) !== half)));
  const modelFor = (row: Judged): Model => halves[foldOf(row, 2)] ?? weights;
  const unread = rows.flatMap(({ replies }) => replies).filter(({ answer }) => answer === null);
  console.log(
    `${rows.length} questions; unread: ${unread.filter(({ right }) => right).length} right and ${unread.filter(({ right }) => !right).length} wrong replies`,
  );
  const columns: Column[] = [];
  for (const [source, members] of Map.groupBy(rows, (row) => row.source)) {
    const scored = pairs
      .filter(({ row }) => row.source === source)
      .map((pair) => ({
        pair,
        model: modelFor(pair.row),
        p: probabilityFor(modelFor(pair.row), pair),
      }));
    columns.push(columnOf(source, members, scored, modelFor));
    if (process.argv.includes("--worst")) printWorst(scored);
  }
  printColumns(columns);
}
