import { test } from "vitest";
import { z } from "zod";
import type { AnswerReader, Reading } from "../protocol/answer.ts";
import { createAutoReader, createReader } from "./create-reader.ts";
import { choice, exact, json, math, number, text } from "./answer-kinds.ts";
import { readReply } from "./read-reply.ts";
import { readObject } from "./reply/read-object.ts";

const question = "Which? (A) red (B) blue";
const MARK = "k3f9";
const kinds = {
  text: text({ similarity: 0.5 }),
  exact: exact(),
  number: number(),
  math: math(),
  choice: choice(),
  options: choice(["red car", "blue", "a b"]),
  json: json(z.object({ a: z.number() })),
};
const readerNamed = (name: keyof typeof kinds): AnswerReader =>
  createReader(kinds[name] as ReturnType<typeof text>, question) as AnswerReader;
const readers = (Object.keys(kinds) as (keyof typeof kinds)[]).map(readerNamed);

function readEverything(reply: string): void {
  const whole: Reading = { answer: reply, from: "section", reasoning: "", confidence: null };
  readObject(reply, MARK);
  for (const reading of [readReply(reply), readReply(reply, MARK), whole]) {
    for (const reader of [...readers, createAutoReader(question, [reading])]) {
      const read = reader.read(reading, reply);
      if (read === null) continue;
      reader.key?.(read.value, read);
      if (typeof read.value === "string") reader.same(read.value, `${read.value} x`);
    }
  }
  createAutoReader(reply, []);
}

test.each([
  `{"answer": 1}${"\n".repeat(100_000)}x`,
  `[[answer ${MARK}]]x[[end ${MARK}]]${"\n".repeat(100_000)}x`,
  `\`\`\`${"\n".repeat(100_000)}[[answer ${MARK}]]x[[end ${MARK}]]${"\n".repeat(100_000)}x`,
  `\`\`\`${"`".repeat(50_000)}\n[[answer ${MARK}]]x[[end ${MARK}]]`,
  `1${"+ ".repeat(150)}!`,
  `1${"+  ".repeat(100)}!`,
  `x =${" = ".repeat(120)}!`,
  `(${"1".repeat(190)}${",".repeat(190)}`,
  `${"1-".repeat(150)}!`,
  `Therefore${" ".repeat(100_000)}x = 3`,
  "one ".repeat(14),
  "1 hour ".repeat(28),
  `1 (${"1+".repeat(95)}`,
])("no pattern tries all combinations: case %#", (reply) => {
  // It would not end.
  readEverything(reply);
});
