import { z } from "zod";
import {
  choice,
  code,
  exact,
  findings,
  json,
  math,
  number,
  score,
  text,
} from "../../packages/core/src/answers/answer-kinds.ts";
import { checkCalculations } from "../../packages/core/src/answers/calc/check-calculations.ts";
import { createAutoReader, createReader } from "../../packages/core/src/answers/create-reader.ts";
import { createMaterialCheck } from "../../packages/core/src/answers/blind-reply.ts";
import { createQuotable } from "../../packages/core/src/answers/quotes/find-quote.ts";
import { findQuotations } from "../../packages/core/src/answers/quotes/quotations.ts";
import { readGroups } from "../../packages/core/src/answers/comparer-reply/read-groups.ts";
import { readReply } from "../../packages/core/src/answers/read-reply.ts";
import { withoutMarks } from "../../packages/core/src/answers/reply/sections.ts";
import { readPickedLabel } from "../../packages/core/src/debate/deciding/picked-label.ts";
import { shortenLine } from "../../packages/core/src/debate/prompts/reply-form.ts";
import { readRecorded } from "../../packages/eval/src/index.ts";
import {
  escapeInline,
  escapeQuotation,
  formatVerdictText,
} from "../../packages/core/src/entries/export.ts";
import type { AnswerKind, AnswerReader, Reading } from "../../packages/core/src/protocol/answer.ts";
import { emptyResult } from "../../packages/core/src/protocol/empty-result.ts";
import { escapeInvisible, removeInvisible } from "../../packages/core/src/visible.ts";
import { MARK } from "./mutated-replies.ts";

const question = "How many? (A) red (B) blue";
const kinds: unknown[] = [
  text({ similarity: 0.5 }),
  exact(),
  number(),
  math(),
  choice(),
  choice(["red car", "blue"]),
  code({ language: "python" }),
  json(z.object({ a: z.number() })),
  score({ rubric: ["clarity"] }),
  findings(),
];
const readers = kinds.map(
  (kind) => createReader(kind as AnswerKind<unknown>, question) as AnswerReader,
);

function readAll(reading: Reading, reply: string): void {
  for (const reader of [...readers, createAutoReader(question, [reading])]) {
    const read = reader.read(reading, reply);
    if (read === null) continue;
    reader.key?.(read.value, read);
    if (typeof read.value === "string") reader.same(read.value, `${read.value} x`);
  }
}

/** Does with a reply what a debate, a page or an evaluation does with it. */
export function readLongReply(reply: string): void {
  const reading = readReply(reply, MARK);
  // Most kinds don't look at a reply that stands whole; as a section they would.
  readAll(reading.from === "whole" ? { ...reading, from: "section" } : reading, reply);
  readGroups(reply, 3, MARK);
  readPickedLabel(reply, ["AGENT_1", "AGENT_10"]);
  readRecorded(reply, { answer: "number", question });
  withoutMarks(reply, MARK);
  findQuotations(reply);
  checkCalculations(reply);
  const quotable = createQuotable({ source: "position" }, reply);
  quotable.find(reply.slice(0, 40));
  quotable.find("nothing of it");
  createMaterialCheck([reply], question)(reply, true);
  for (const show of [escapeInline, escapeQuotation, escapeInvisible, removeInvisible]) show(reply);
  shortenLine(reply, 100);
  for (const answer of [reply, "1"])
    formatVerdictText({ ...emptyResult(), text: reply, reasoning: reply, answer });
}
