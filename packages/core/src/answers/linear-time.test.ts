import { expect, test } from "vitest";
import { z } from "zod";
import type { AnswerReader, Reading } from "../protocol/answer.ts";
import { createAutoReader, createReader } from "./create-reader.ts";
import { clusterAnswers } from "./cluster.ts";
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

/** Every token that a reader looks for, and pairs of them that were slow once. */
const units = [
  ..."{}[]\"'\\$^_*`#()=,.;:-+/%|&~<>!? \n\t1aA”“«’漢é\u0301\u00a0😀",
  ...[
    "\\boxed{",
    "\\frac{",
    "\\text{",
    "\\sqrt",
    "\\[",
    "\\(",
    "$$",
    "^{",
    "**",
    "```",
    "```json\n",
  ],
  ...[
    "Answer:",
    "Answer:\n",
    "Answer: ```\n",
    "Answer: x\n",
    "the final answer is ",
    "Verdict: x\n\n",
  ],
  ...["answer", "(A)", "A) ", "not ", "n't ", "1,234", "1 ", "1/", "1 hour ", "(1+1)", "So, "],
  ...["<think>", "</think>", "<answer>", "</answer>", "<answer>x</answer>", "</s>", "[[answer "],
  ...[
    "[[answer k3f9]]\n",
    "[[end k3f9]]\n",
    "[[answer k3f9]]x[[end k3f9]]\n",
    "> [[answer k3f9]]\n",
  ],
  ...[
    "Confidence: ",
    "Confidence: 1 ",
    "Confidence: 1\n",
    "Reasoning: x\n",
    "Reason for change: x\n",
  ],
  ...[
    "{\n",
    '{"a":',
    '{"answer": "',
    '{"answer": "x"}\n',
    '"answer": ',
    "{a: ",
    "a\n",
    'x: " y',
    "[{",
  ],
  ...[
    "- ",
    "- a\n",
    "1. a\n\n",
    "> ",
    "> a\n",
    "  a\n",
    "# ",
    "| a ",
    "✅ ",
    '"a" ',
    "'a",
    "*a* ",
    "`a`",
  ],
  ...["+ ", "= ", ", ", ". ", "x = ", "12 choose ", "1.111", "1 111", "\\text{a ", "$a ", "__a"],
  ...[
    "one hundred ",
    "minus ",
    "* _",
    "**x",
    ".)",
    "\r\n",
    "\\begin{",
    "red ",
    "a b ",
    "Red  ",
    "It is ",
  ],
];

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

/** Milliseconds of processor time, so that other processes of the machine don't count. */
function measure(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

test.each(["", "Answer: ", '{"answer": "', `[[answer ${MARK}]]\n`])(
  "a long reply of anything behind %j is read in time that grows with its length",
  (start) => {
    const slow = units.filter((unit) => {
      const makeReply = (size: number): string =>
        `${start}${unit.repeat(Math.ceil(size / unit.length))}\n[[end ${MARK}]]`;
      // Reading takes a few milliseconds; in quadratic time it would take seconds.
      if (measure(() => readEverything(makeReply(20_000))) < 250) return false;
      const short = Math.min(
        ...[1, 2, 3].map(() => measure(() => readEverything(makeReply(5_000)))),
      );
      const long = Math.min(
        ...[1, 2, 3].map(() => measure(() => readEverything(makeReply(40_000)))),
      );
      return long > 24 * short && long > 250;
    });
    expect(slow).toEqual([]);
  },
  60_000,
);

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

test("fifty long answers are taken apart once each, not once per pair", () => {
  let normalised = 0;
  const reader = readerNamed("text");
  const counting: AnswerReader = {
    ...reader,
    key: (value, form) => {
      normalised++;
      return reader.key?.(value, form) ?? "";
    },
  };
  const values = Array.from({ length: 50 }, (_, i) => ({ value: `essay ${i % 5}`, wording: "" }));
  expect(clusterAnswers(values, counting)).toHaveLength(5);
  expect(normalised).toBe(50);
});
