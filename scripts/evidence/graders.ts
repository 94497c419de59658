/*
 * How far graders of open answers can be trusted: replies of five real models to open questions, each with
 * a list of right answers and people's verdicts. Rules are measured. The model is simulated: it is the
 * people's verdict, turned round at random with a given rate, independently in each order. No model was
 * asked for this table.
 *
 *   node scripts/evidence/graders.ts          the table
 *   node scripts/evidence/graders.ts --worst  also replies on which rules and people differ
 */
import "../lib/saved-output.ts";
import { readReply } from "../../packages/core/src/answers/read-reply.ts";
import { createReader } from "../../packages/core/src/answers/create-reader.ts";
import { createRandom } from "../../packages/core/src/record/random.ts";
import { createRulesGrade } from "../../packages/eval/src/grade.ts";
import { hasRecorded, recordedRows } from "./recorded.ts";

interface Case {
  source: string;
  question: string;
  golds: string[];
  answer: string;
  people: boolean;
  rules: boolean;
  certain: boolean;
  exact: boolean;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

function casesOf(): Case[] {
  return recordedRows("open-qa.jsonl.gz").flatMap((row) => {
    const question = String(row["question"]);
    const [gold = "", ...alsoRight] = (row["gold"] as unknown[]).map(String);
    const golds = [gold, ...alsoRight];
    const reader = createReader("text", question);
    const grade = createRulesGrade({ id: String(row["id"]), question, gold, alsoRight }, "text");
    const right = row["right"] as Record<string, boolean>;
    return Object.entries(row["outputs"] as Record<string, string>).map(([model, text]) => {
      const answer = reader?.read(readReply(text), text)?.wording ?? "";
      const { right: rules, certain } = grade(answer === "" ? null : answer);
      return {
        source: String(row["id"]).slice(0, 2),
        question,
        golds,
        answer,
        people: right[model] === true,
        rules,
        certain,
        exact: golds.some((each) => plain(each) === plain(answer)),
      };
    });
  });
}

/** Rules where they are certain; else what a model says in both orders, and rules where it is of two minds. */
function withModel(cases: readonly Case[], error: number, seed: string) {
  const random = createRandom(seed);
  const flip = (word: boolean): boolean => (random() < error ? !word : word);
  let torn = 0;
  let differ = 0;
  let asked = 0;
  const grades = cases.map(({ people, rules, certain }) => {
    if (certain) return rules;
    asked += 1;
    const [one, other] = [flip(people), flip(people)];
    if (one !== other) {
      torn += 1;
      return rules;
    }
    if (one !== rules) differ += 1;
    return one;
  });
  return { grades, asked, torn, differ };
}

const percent = (part: number, whole: number): string =>
  (whole === 0 ? 0 : (100 * part) / whole).toFixed(1);

interface Line {
  name: string;
  cells: string[];
}

const HEAD = ["agrees with people", "right called wrong", "wrong called right"];

function line(name: string, cases: readonly Case[], grades: readonly boolean[]): Line {
  const right = cases.filter(({ people }) => people).length;
  const count = (of: boolean, said: boolean): number =>
    cases.filter(({ people }, at) => people === of && grades[at] === said).length;
  return {
    name,
    cells: [
      percent(count(true, true) + count(false, false), cases.length),
      percent(count(true, false), right),
      percent(count(false, true), cases.length - right),
    ].map((figure) => `${figure} %`),
  };
}

const ERRORS = [0, 0.05, 0.1];

function linesFor(source: string, cases: readonly Case[]): { lines: Line[]; notes: string[] } {
  const certain = cases.filter((each) => each.certain);
  const off = certain.filter(({ rules, people }) => rules !== people).length;
  const rightBy = (said: (each: Case) => boolean): number => cases.filter(said).length;
  const low = rightBy(({ people }) => people) - rightBy(({ rules }) => rules);
  const simulated = ERRORS.map((error) => ({
    error,
    ...withModel(cases, error, `${source} ${error}`),
  }));
  return {
    lines: [
      line(
        "exact words",
        cases,
        cases.map(({ exact }) => exact),
      ),
      line(
        "rules alone",
        cases,
        cases.map(({ rules }) => rules),
      ),
      ...simulated.map(({ error, grades }) =>
        line(`rules, then a model with ${100 * error} % errors (simulated)`, cases, grades),
      ),
    ],
    notes: [
      `${source}: ${cases.length} replies`,
      `rules put accuracy too low by ${percent(low, cases.length)} points`,
      `rules are certain of ${percent(certain.length, cases.length)} % of the replies`,
      `people differ on ${percent(off, certain.length)} % of those`,
      ...simulated.map(
        ({ error, asked, torn, differ }) =>
          `a model with ${100 * error} % errors differs from rules on ${percent(differ, asked - torn)} % and contradicts itself on ${percent(torn, asked)} % of what it is asked`,
      ),
    ],
  };
}

function report(cases: readonly Case[]): void {
  const sources = ["nq", "tq"].map((source) =>
    linesFor(
      source,
      cases.filter((each) => each.source === source),
    ),
  );
  const heads = ["nq", "tq"].flatMap((source) => HEAD.map((title) => `${source}: ${title}`));
  console.log(`| grader | ${heads.join(" | ")} |\n|---|${"---|".repeat(heads.length)}`);
  for (const [at, { name }] of (sources[0]?.lines ?? []).entries()) {
    console.log(
      `| ${name} | ${sources.flatMap(({ lines }) => lines[at]?.cells ?? []).join(" | ")} |`,
    );
  }
  console.log("");
  for (const { notes } of sources) console.log(notes.join("; "));
}

function worst(cases: readonly Case[]): void {
  for (const [title, list] of [
    ["certain and right, people: wrong", cases.filter((c) => c.certain && c.rules && !c.people)],
    ["certain and wrong, people: right", cases.filter((c) => c.certain && !c.rules && c.people)],
  ] as const) {
    console.log(`\n${title}: ${list.length}`);
    for (const { question, answer, golds } of list.slice(0, 20)) {
      console.log(`  ${question} | ${answer.slice(0, 90)} | ${golds.slice(0, 3).join(" / ")}`);
    }
  }
}

if (!hasRecorded()) {
  console.log("skipped: the recorded replies are not here");
} else {
  const cases = casesOf();
  report(cases);
  if (process.argv.includes("--worst")) worst(cases);
}
