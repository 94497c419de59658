/*
 * How far graders of open answers can be trusted: replies of five real models to open questions, each with
 * a list of right answers and people's verdicts. Rules are measured. The model is simulated: it is the
 * people's verdict, turned round at random with a given rate, independently in each order. No model was
 * asked for this table.
 *
 *   node scripts/evidence/graders.ts          the table
 *   node scripts/evidence/graders.ts --worst  also replies on which rules and people differ
 */
import { readReply, readerFor } from "../../packages/rostrum/src/answers/index.ts";
import { seededRandom } from "../../packages/rostrum/src/api/index.ts";
import { rulesFor } from "../../packages/rostrum/src/eval/grade.ts";
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
    const reader = readerFor("text", question);
    const grade = rulesFor({ id: String(row["id"]), question, gold, alsoRight }, "text");
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
  const random = seededRandom(seed);
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
  (whole === 0 ? 0 : (100 * part) / whole).toFixed(1).padStart(6);

function line(name: string, cases: readonly Case[], grades: readonly boolean[], more = ""): void {
  const right = cases.filter(({ people }) => people).length;
  const count = (of: boolean, said: boolean): number =>
    cases.filter(({ people }, at) => people === of && grades[at] === said).length;
  const agree = count(true, true) + count(false, false);
  const figures = [
    percent(agree, cases.length),
    percent(count(true, false), right),
    percent(count(false, true), cases.length - right),
    percent(grades.filter(Boolean).length - right, cases.length),
  ];
  console.log(`  ${name.padEnd(34)} ${figures.join("  ")}  ${more}`);
}

function report(source: string, cases: readonly Case[]): void {
  const certain = cases.filter((each) => each.certain);
  console.log(
    `\n${source}: ${cases.length} replies, people call ${percent(cases.filter(({ people }) => people).length, cases.length).trim()} % right`,
  );
  console.log(
    `  ${"grader".padEnd(34)}  agree   right called wrong   wrong called right   bias of accuracy`,
  );
  line(
    "exact words",
    cases,
    cases.map(({ exact }) => exact),
  );
  line(
    "rules alone",
    cases,
    cases.map(({ rules }) => rules),
  );
  for (const error of [0, 0.05, 0.1]) {
    const { grades, asked, torn, differ } = withModel(cases, error, `${source} ${error}`);
    const share = `asks ${percent(asked, cases.length).trim()} %, rules differ ${percent(differ, asked - torn).trim()} %, two minds ${percent(torn, asked).trim()} %`;
    line(`rules, then a model wrong in ${100 * error} %*`, cases, grades, share);
  }
  const off = certain.filter(({ rules, people }) => rules !== people).length;
  console.log(
    `  rules are certain of ${percent(certain.length, cases.length).trim()} %, and people differ on ${percent(off, certain.length).trim()} % of those`,
  );
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
  for (const source of ["nq", "tq"])
    report(
      source,
      cases.filter((each) => each.source === source),
    );
  console.log("\n* simulated: people's own verdicts with so many errors, in each of two orders");
  if (process.argv.includes("--worst")) worst(cases);
}
