import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import type { AnswerKind, AnswerReader, ReadAnswer } from "../protocol/answer.ts";
import { createAutoReader, createReader } from "./create-reader.ts";
import { choice, exact, json, math, number, text } from "./answer-kinds.ts";
import { readReply } from "./read-reply.ts";

const unseen = fc.constantFrom(
  ..."\0\u0007\u001b\u009f\u00ad\u200b\u200d\u200e\u202e\u2060\u2067\ufeff",
);

/** A word with characters in it that nobody sees. */
const disguised = (word: string): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.nat(word.length), unseen), { maxLength: 4 })
    .map((marks) =>
      marks.reduce((dressed, [at, sign]) => dressed.slice(0, at) + sign + dressed.slice(at), word),
    );

const read = (kind: AnswerKind<unknown> | null, reply: string): ReadAnswer<unknown> | null => {
  const reader = (
    kind === null ? createAutoReader("Which way?", [reply]) : createReader(kind, "Which way?")
  ) as AnswerReader;
  return reader.read(readReply(reply), reply);
};

test.each<[string, AnswerKind<unknown> | null, string]>([
  ["auto", null, "left"],
  ["text", text(), "left"],
  ["exact", exact(), "left"],
  ["choice", choice(["left", "right"]), "left"],
  ["number", number(), "1234"],
  ["math", math(), "x+1"],
])("%s: characters that nobody sees are not a part of an answer", (_name, kind, answer) => {
  fc.assert(
    fc.property(disguised(answer), fc.boolean(), (dressed, asJson) => {
      const replyWith = (said: string): string =>
        asJson ? JSON.stringify({ answer: said }) : `Answer: ${said}`;
      expect(read(kind, replyWith(dressed))).toEqual(read(kind, replyWith(answer)));
    }),
  );
});

test("json: not in the texts of a value either", () => {
  const kind = json(z.object({ way: z.string(), also: z.array(z.string()) }));
  fc.assert(
    fc.property(disguised("left"), disguised("up"), (way, also) => {
      const reply = JSON.stringify({ answer: { way, also: [also] } });
      expect(read(kind, reply)?.value).toEqual({
        way: "left",
        also: ["up"],
      });
    }),
  );
});
