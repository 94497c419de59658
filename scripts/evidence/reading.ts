/*
 * How replies are read and compared: recorded sets with a known answer, open questions with people's verdicts,
 * cases written to be misread, and replies of a current model.
 *
 *   node scripts/evidence/reading.ts           the tables
 *   node scripts/evidence/reading.ts --wrong   also every case that went wrong
 *   node scripts/evidence/reading.ts cases     one part: sets, open, cases or live
 */
import "../lib/saved-output.ts";
import { hasRecorded } from "./recorded.ts";
import {
  hasCases,
  scoreForms,
  scorePairs,
  scorePicks,
  scoreQuotes,
  scoreReads,
} from "./reading/cases.ts";
import { percent } from "./reading/held-debate.ts";
import { hasLiveReplies, scoreLiveReplies } from "./reading/live-replies.ts";
import { scoreOpenQuestions } from "./reading/open-questions.ts";
import { RECORDED_SETS, scoreSet } from "./reading/recorded-sets.ts";

const parts = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const isWanted = (part: string): boolean => parts.length === 0 || parts.includes(part);
const share = (value: number): string => `${percent(value, 1)} %`;
const of = (part: number, whole: number): string => `${part} of ${whole}`;
const row = (...cells: readonly string[]): void => console.log(`| ${cells.join(" | ")} |`);

function printSets(): void {
  console.log("\nRecorded replies with a known answer. A vote of all members.\n");
  row(
    "set",
    "replies",
    "unread, strict",
    "unread, `readRecorded`",
    "vote, strict",
    "vote, `readRecorded`",
    "best member",
  );
  console.log(`|${"---|".repeat(7)}`);
  for (const set of RECORDED_SETS) {
    const { kind, replies, strict, lenient } = scoreSet(set);
    row(
      `${set}, \`${kind}\``,
      replies.toLocaleString("en-US"),
      share(strict.unread),
      share(lenient.unread),
      share(strict.vote),
      share(lenient.vote),
      share(lenient.bestMember),
    );
  }
}

async function printOpenQuestions(): Promise<void> {
  console.log(
    "\nOpen questions, answered in prose by five models. The comparer has a person's eye.\n",
  );
  const [nq, tq] = [await scoreOpenQuestions("nq"), await scoreOpenQuestions("tq")];
  const both = (name: string, cell: (score: typeof nq) => string): void =>
    row(name, cell(nq), cell(tq));
  both("", ({ source, questions }) => `${source} (${questions.toLocaleString("en-US")} questions)`);
  console.log("|---|---|---|");
  both("vote with the comparer", (each) => `${percent(each.voted, each.questions)} %`);
  both("vote by rules alone", (each) => `${percent(each.votedByRules, each.questions)} %`);
  both("vote grouped by people", (each) => `${percent(each.groupedByPeople, each.questions)} %`);
  both("best member", (each) => `${percent(each.bestMember, each.questions)} %`);
  both(
    "different pairs merged by rule",
    (each) => `${percent(each.mergedByRule, each.differentPairs, 2)} %`,
  );
  both("same pairs settled by rule", (each) => `${percent(each.seenByRule, each.samePairs)} %`);
  both("comparer calls per question", (each) => (each.comparerCalls / each.questions).toFixed(2));
  both("replies unread", (each) => `${percent(each.unread, each.replies, 2)} %`);
}

async function printCases(): Promise<void> {
  console.log("\nCases written to be misread.\n");
  row("cases", "went wrong", "share", "lost, or left unread");
  console.log("|---|---|---|---|");
  const details: [string, readonly string[]][] = [];
  const line = (
    name: string,
    cases: number,
    wrong: readonly string[],
    lost?: { of: number; lines: readonly string[] },
  ): void => {
    details.push([name, wrong], [`${name}, lost`, lost?.lines ?? []]);
    const missed = lost === undefined ? "" : of(lost.lines.length, lost.of);
    row(name, of(wrong.length, cases), `${percent(wrong.length, cases)} %`, missed);
  };
  const pairs = await scorePairs();
  line("pairs settled as the same though different", pairs.cases, pairs.wrong);
  const reads = await scoreReads();
  line("values nobody gave", reads.cases, reads.wrong, { of: reads.plain, lines: reads.missed });
  const forms = await scoreForms();
  line("forms shown with markup", forms.cases, forms.dirty, { of: forms.cases, lines: forms.lost });
  const picks = await scorePicks();
  line("judges' picks", picks.cases, picks.wrong, { of: picks.cases, lines: picks.missed });
  const quotes = await scoreQuotes();
  line("changed quotes that are verified", quotes.cases, quotes.wrong, {
    of: quotes.cases,
    lines: quotes.missed,
  });
  if (!process.argv.includes("--wrong")) return;
  for (const [name, lines] of details) {
    if (lines.length > 0) console.log(`\n${name}:\n${lines.join("\n")}`);
  }
}

async function printLiveReplies(): Promise<void> {
  const { questions, pairs, mergedByRule, splitByRule, asAnnotated } = await scoreLiveReplies();
  console.log("\nReplies of one current model in five styles, grouped by two annotators.\n");
  row(
    "questions",
    "pairs",
    "merged by rule against both",
    "split by rule against both",
    "ends as the comparer says",
  );
  console.log(`|${"---|".repeat(5)}`);
  row(
    String(questions),
    String(pairs),
    String(mergedByRule),
    String(splitByRule),
    `${percent(asAnnotated, 2 * pairs)} %`,
  );
}

const skipped = (what: string): void => console.log(`skipped: there is no ../shared/${what}`);

if (isWanted("sets") || isWanted("open")) {
  if (!hasRecorded()) skipped("recorded");
  else {
    if (isWanted("sets")) printSets();
    if (isWanted("open")) await printOpenQuestions();
  }
}
if (isWanted("cases")) await (hasCases() ? printCases() : skipped("cases"));
if (isWanted("live")) await (hasLiveReplies() ? printLiveReplies() : skipped("live"));
