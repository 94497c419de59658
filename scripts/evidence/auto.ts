/*
 * Which kind `auto` picks on recorded replies, and what a vote under it comes to, next to the kind that
 * fits the set. Panels of five models. Replies are read by `readRecorded`, so that both votes are held over the
 * same answers; a reply is right if its answer is the known one by the named kind.
 *
 *   node scripts/evidence/auto.ts           the table
 *   node scripts/evidence/auto.ts --wrong   also the questions for which the kind doesn't fit
 */
import { choice, exact, math, number } from "../../packages/core/src/answers/answer-kinds.ts";
import { createAutoReader, createReader } from "../../packages/core/src/answers/create-reader.ts";
import { clusterAnswers, isSameAnswer } from "../../packages/core/src/answers/cluster.ts";
import { wrapAnswer, readKnown } from "../../packages/eval/src/read-known.ts";
import { readRecorded } from "../../packages/eval/src/read-recorded.ts";
import type { AnswerKind, AnswerReader, Basis } from "../../packages/core/src/protocol/answer.ts";
import "../lib/saved-output.ts";
import { hasRecorded, recordedRows } from "./recorded.ts";

interface Panel {
  question: string;
  gold: string;
  /** `null` where a reply has no answer. */
  answers: (string | null)[];
  right: boolean[];
  /** Index of its first model. */
  from: number;
}

interface Set {
  name: string;
  title: string;
  kind: AnswerKind<unknown>;
  /** Kinds that do justice to a question of this set. */
  fits(panel: Panel): readonly Basis[];
}

const size = 5;
const namedReader = ({ kind }: Set, question: string): AnswerReader =>
  createReader(kind, question) as AnswerReader;

function panelsOf(set: Set): Panel[] {
  return recordedRows(`${set.name}.jsonl.gz`).flatMap((row) => {
    const [question, gold] = [String(row["question"]), String(row["gold"])];
    const reader = namedReader(set, question);
    const truth = reader.read(readKnown(gold), gold);
    const said = Object.values(row["outputs"] as Record<string, string>).map((reply) => {
      const found = readRecorded(reply, { answer: set.kind, question });
      return found?.answer ?? null;
    });
    const right = said.map((answer) => {
      const value = answer === null ? null : reader.read(wrapAnswer(answer), answer);
      return value !== null && truth !== null && isSameAnswer(reader, value, truth);
    });
    const panels: Panel[] = [];
    for (let from = 0; from + size <= said.length; from += size) {
      const to = from + size;
      const [answers, rights] = [said.slice(from, to), right.slice(from, to)];
      panels.push({ question, gold, answers, right: rights, from });
    }
    return panels;
  });
}

const votesRight = ({ answers, right }: Panel, reader: AnswerReader): boolean => {
  const values = answers.map((answer) => reader.read(wrapAnswer(answer), answer ?? ""));
  return right[clusterAnswers(values, reader)[0]?.[0] ?? -1] === true;
};

const numeric = (gold: string): boolean => /^-?[\d.,]+$/.test(gold.trim());

const sets: Set[] = [
  {
    name: "gsm8k",
    title: "number()",
    kind: number(),
    fits: () => ["number"],
  },
  {
    name: "math-l5",
    title: "math()",
    kind: math(),
    fits: ({ gold }) => (numeric(gold) ? ["math", "number"] : ["math"]),
  },
  {
    name: "crux",
    title: "exact()",
    kind: exact(),
    // A Python literal: text, a truth value, a number, or a row of them.
    fits: ({ gold }) => {
      if (numeric(gold)) return ["number", "lexical"];
      return /^'?(?:true|false|yes|no)'?$/i.test(gold)
        ? ["choice", "lexical"]
        : ["lexical", "math"];
    },
  },
  {
    name: "mmlu-pro",
    title: "choice()",
    kind: choice(),
    fits: () => ["choice"],
  },
];

/** Right answers of the best member of each panel of models: the same five models over all questions. */
function bestOf(panels: readonly Panel[]): number {
  const groups = Map.groupBy(panels, ({ from }) => from);
  return [...groups.values()].reduce((sum, group) => {
    const members = group[0]?.right.map((_, member) => member) ?? [];
    const right = members.map((member) => group.filter(({ right: all }) => all[member]).length);
    return sum + Math.max(...right);
  }, 0);
}

const percent = (part: number, whole: number): string => ((100 * part) / whole).toFixed(1);

if (!hasRecorded()) {
  console.log("skipped: there is no ../shared/recorded");
} else {
  console.log(
    "| set | panels | kinds that `auto` picked | doesn't fit | vote, `auto` | vote, named kind | best member |",
  );
  console.log("|---|---|---|---|---|---|---|");
  for (const set of sets) {
    const panels = panelsOf(set);
    const picked = new Map<Basis, number>();
    const wrong: string[] = [];
    let [auto, named] = [0, 0];
    for (const panel of panels) {
      const reader = createAutoReader(panel.question, panel.answers.map(wrapAnswer));
      picked.set(reader.basis, (picked.get(reader.basis) ?? 0) + 1);
      if (!set.fits(panel).includes(reader.basis))
        wrong.push(`${reader.basis}: ${panel.question.slice(0, 120)} (${panel.gold.slice(0, 40)})`);
      if (votesRight(panel, reader)) auto++;
      if (votesRight(panel, namedReader(set, panel.question))) named++;
    }
    const kinds = [...picked]
      .toSorted(([, a], [, b]) => b - a)
      .map(([basis, count]) => `${basis} ${percent(count, panels.length)} %`);
    console.log(
      `| ${set.name} | ${panels.length} | ${kinds.join(", ")} | ${percent(wrong.length, panels.length)} % | ${percent(auto, panels.length)} % | ${percent(named, panels.length)} % (\`${set.title}\`) | ${percent(bestOf(panels), panels.length)} % |`,
    );
    if (process.argv.includes("--wrong"))
      for (const line of wrong.slice(0, 30)) console.log(`  ${line}`);
  }
}
