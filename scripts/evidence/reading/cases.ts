/* Cases written to be misread (../shared/cases), put through debates of functions. */
import { existsSync, readFileSync } from "node:fs";
import { findings, judged, type AnswerKind } from "../../../packages/rostrum/src/index.ts";
import { groupsIn, heldDebate, holdApart } from "./held-debate.ts";

const folder = new URL("../../../../shared/cases/", import.meta.url);

export const hasCases = (): boolean => existsSync(folder);

const linesOf = <T>(name: string): T[] =>
  readFileSync(new URL(name, folder), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);

/** How many cases there are, and those that went wrong, in words. */
export interface CaseScore {
  cases: number;
  wrong: string[];
}

/** Pairs of different answers: wrong is what rules settle as the same. */
export async function scorePairs(): Promise<CaseScore> {
  const cases = linesOf<{ kind: AnswerKind; question: string; a: string; b: string }>(
    "pairs.jsonl",
  );
  const wrong: string[] = [];
  for (const { kind, question, a, b } of cases) {
    const held = await heldDebate({
      question,
      kind: kind,
      replies: { a, b },
      comparer: holdApart,
    });
    const groups = held === null ? new Map<string, number>() : groupsIn(held.result);
    if (groups.has("a") && groups.get("a") === groups.get("b"))
      wrong.push(`${JSON.stringify(kind)} ${JSON.stringify(a)} = ${JSON.stringify(b)}`);
  }
  return { cases: cases.length, wrong };
}

/** Single replies: wrong is a value that nobody gave. `missed`: a plain value that isn't read. */
export async function scoreReads(): Promise<CaseScore & { plain: number; missed: string[] }> {
  const cases = linesOf<{
    kind: AnswerKind;
    question: string;
    reply: string;
    ok: unknown[];
  }>("reads.jsonl");
  const [wrong, missed]: [string[], string[]] = [[], []];
  for (const { kind, question, reply, ok } of cases) {
    const value = await valueOf(kind, question, reply);
    const line = `${JSON.stringify(kind)} ${JSON.stringify(reply)} is ${JSON.stringify(value)}`;
    if (value !== null && !ok.some((each) => isSameValue(each, value))) wrong.push(line);
    if (value === null && !ok.includes(null)) missed.push(line);
  }
  const plain = cases.filter(({ ok }) => !ok.includes(null)).length;
  return { cases: cases.length, wrong, plain, missed };
}

async function valueOf(
  kind: AnswerKind<unknown>,
  question: string,
  reply: string,
): Promise<unknown> {
  const held = await heldDebate({ question, kind, replies: { only: reply, other: reply } });
  return held?.result.answer ?? null;
}

const isSameValue = (a: unknown, b: unknown): boolean =>
  typeof a === "number" && typeof b === "number"
    ? Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a))
    : a === b;

const ANSWERS = [
  "PostgreSQL",
  "keep the monolith for now",
  "max_open_files",
  "C#",
  "O(n log n)",
] as const;
const MARKUP = /[*_`#<>\\[\]{}$"“”|]/;

/** Ways to write an answer. `lost`: something else is read. `dirty`: markup is left around the answer. */
export async function scoreForms(): Promise<{ cases: number; lost: string[]; dirty: string[] }> {
  const forms = JSON.parse(readFileSync(new URL("forms.json", folder), "utf8")) as string[];
  const [lost, dirty]: [string[], string[]] = [[], []];
  for (const form of forms) {
    for (const answer of ANSWERS) {
      const shown = await valueOf("auto", "What should we use?", form.replaceAll("@@", answer));
      const rest = typeof shown === "string" ? shown.replace(answer, "") : "nothing";
      const line = `${JSON.stringify(form)} ${answer}: ${JSON.stringify(shown)}`;
      if (rest === shown || /[\p{L}\p{N}]/u.test(rest)) lost.push(line);
      else if (MARKUP.test(rest)) dirty.push(line);
    }
  }
  return { cases: forms.length * ANSWERS.length, lost, dirty };
}

/** Judges' picks: wrong is a winner that the judge didn't name. `missed`: it named one, and none was read. */
export async function scorePicks(): Promise<CaseScore & { missed: string[] }> {
  const cases = linesOf<{ reply: string; winner: "a" | "b" | null }>("picks.jsonl");
  const [wrong, missed]: [string[], string[]] = [[], []];
  for (const { reply, winner } of cases) {
    const shown = new Map<string, string>();
    const held = await heldDebate(
      { question: "Which one?", replies: { ann: "Answer: red", ben: "Answer: blue" } },
      {
        decide: judged({ mode: "pick" }),
        judge: ({ peers }) => {
          for (const { debater, text } of peers) shown.set(debater, text);
          return reply;
        },
      },
    );
    const { result } = held ?? {};
    const label = winner === null ? null : `Debater ${winner.toUpperCase()}`;
    const wanted = label === null ? null : /red/.test(shown.get(label) ?? "") ? "ann" : "ben";
    const named = result?.integrity.fallback ? null : (result?.winner ?? null);
    const line = `${JSON.stringify(reply)} is ${named}, not ${wanted}`;
    if (named !== null && named !== wanted) wrong.push(line);
    if (named === null && wanted !== null) missed.push(line);
  }
  return { cases: cases.length, wrong, missed };
}

/** Changed quotes: wrong is one that is verified. The source itself, quoted, must be (`missed`). */
export async function scoreQuotes(): Promise<CaseScore & { missed: string[] }> {
  const cases = linesOf<{ source: string; quote: string }>("quotes.jsonl");
  const [wrong, missed]: [string[], string[]] = [[], []];
  for (const { source, quote } of cases) {
    const line = `${JSON.stringify(quote)} in ${JSON.stringify(source)}`;
    if (await isVerified(source, quote)) wrong.push(line);
    if (!(await isVerified(source, source))) missed.push(JSON.stringify(source));
  }
  return { cases: cases.length, wrong, missed };
}

async function isVerified(source: string, quote: string): Promise<boolean> {
  const found = JSON.stringify({ findings: [{ claim: "It is wrong.", severity: "high", quote }] });
  const held = await heldDebate({
    question: { text: "What is wrong?", context: source },
    kind: findings(),
    replies: { ann: found, ben: JSON.stringify({ findings: [] }) },
  });
  const reported = held?.result.findings ?? [];
  return reported.some(({ quotes }) => quotes.some(({ verified }) => verified));
}
