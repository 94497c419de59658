/*
 * Which kind `auto` picks on recorded replies, and what a vote under it comes to, next to the kind that
 * fits the set. Panels of five models; a reply is right if the named kind reads the known answer in it
 * (open-qa: if a person said so), whichever kind the vote goes by.
 *
 *   node scripts/evidence/auto.ts           the table
 *   node scripts/evidence/auto.ts --wrong   also the questions for which the kind doesn't fit
 */
import {
  autoReader,
  choice,
  clusterAnswers,
  exact,
  math,
  number,
  readerFor,
  readReply,
  sameAnswer,
  text,
} from "../../packages/rostrum/src/answers/index.ts";
import { questionOf } from "../../packages/rostrum/src/answers/prose/question.ts";
import type { AnswerReader, Basis } from "../../packages/rostrum/src/protocol/answer.ts";
import "../lib/saved-output.ts";
import { hasRecorded, recordedRows } from "./recorded.ts";

interface Panel {
  question: string;
  gold: string;
  replies: string[];
  right: boolean[];
  /** Index of its first model. */
  from: number;
}

interface Set {
  name: string;
  kind: string;
  named(question: string): AnswerReader;
  /** Kinds that do justice to a question of this set. */
  fits(panel: Panel): readonly Basis[];
}

const size = 5;
function panelsOf(set: Set): Panel[] {
  return recordedRows(`${set.name}.jsonl.gz`).flatMap((row) => {
    const question = String(row["question"]);
    const gold = String([row["gold"]].flat()[0]);
    const said = Object.entries(row["outputs"] as Record<string, string>);
    const verdicts = row["right"] as Record<string, boolean> | undefined;
    const reader = set.named(question);
    const truth = reader.read({ answer: gold, reasoning: "", confidence: null }, gold);
    const right = said.map(([model, reply]) => {
      if (verdicts !== undefined) return verdicts[model] === true;
      const value = reader.read(readReply(reply), reply);
      return value !== null && truth !== null && sameAnswer(reader, value, truth);
    });
    const panels: Panel[] = [];
    for (let from = 0; from + size <= said.length; from += size) {
      const replies = said.slice(from, from + size).map(([, reply]) => reply);
      panels.push({ question, gold, replies, right: right.slice(from, from + size), from });
    }
    return panels;
  });
}

const votesRight = ({ replies, right }: Panel, reader: AnswerReader): boolean => {
  const values = replies.map((reply) => reader.read(readReply(reply), reply));
  return right[clusterAnswers(values, reader)[0]?.[0] ?? -1] === true;
};

const numeric = (gold: string): boolean => /^-?[\d.,]+$/.test(gold.trim());

const sets: Set[] = [
  {
    name: "gsm8k",
    kind: "number()",
    named: (question) => readerFor(number(), question) as AnswerReader,
    fits: () => ["number"],
  },
  {
    name: "math-l5",
    kind: "math()",
    named: (question) => readerFor(math(), question) as AnswerReader,
    fits: ({ gold }) => (numeric(gold) ? ["math", "number"] : ["math"]),
  },
  {
    name: "crux",
    kind: "exact()",
    named: (question) => readerFor(exact(), question) as AnswerReader,
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
    kind: "choice()",
    named: (question) => readerFor(choice(), question) as AnswerReader,
    fits: () => ["choice"],
  },
  {
    name: "open-qa",
    kind: "text()",
    named: (question) => readerFor(text(), question) as AnswerReader,
    fits: ({ question, gold }) => {
      const { expected, options } = questionOf(question);
      const figure = /\d/.test(gold) || ["number", "date", "year"].includes(expected);
      return [
        "lexical",
        ...(figure ? ["number" as const] : []),
        ...(options.length > 0 ? ["choice" as const] : []),
      ];
    },
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
      const reader = autoReader(panel.question, panel.replies);
      picked.set(reader.basis, (picked.get(reader.basis) ?? 0) + 1);
      if (!set.fits(panel).includes(reader.basis))
        wrong.push(`${reader.basis}: ${panel.question.slice(0, 120)} (${panel.gold.slice(0, 40)})`);
      if (votesRight(panel, reader)) auto++;
      if (votesRight(panel, set.named(panel.question))) named++;
    }
    const kinds = [...picked]
      .toSorted(([, a], [, b]) => b - a)
      .map(([basis, count]) => `${basis} ${percent(count, panels.length)} %`);
    console.log(
      `| ${set.name} | ${panels.length} | ${kinds.join(", ")} | ${percent(wrong.length, panels.length)} % | ${percent(auto, panels.length)} % | ${percent(named, panels.length)} % (\`${set.kind}\`) | ${percent(bestOf(panels), panels.length)} % |`,
    );
    if (process.argv.includes("--wrong"))
      for (const line of wrong.slice(0, 30)) console.log(`  ${line}`);
  }
}
