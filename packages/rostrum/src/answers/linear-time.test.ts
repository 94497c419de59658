import { expect, test } from "vitest";
import { z } from "zod";
import { pickedLabel } from "../debate/verdict.ts";
import type { AnswerReader } from "../protocol/answer.ts";
import { autoReader } from "./auto-reader.ts";
import { clusterAnswers } from "./cluster.ts";
import { choice, exact, json, math, number, text } from "./factories.ts";
import { readReply } from "./read-reply.ts";
import { readerFor } from "./reader-for.ts";
import { wordOverlap } from "./words/overlap.ts";

const question = "Which? (A) red (B) blue";

/** Options that all begin like the text that is searched for them. */
function longOptions(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${"a ".repeat(90)}${i}`);
}
const kinds = {
  text: text(),
  exact: exact(),
  number: number(),
  math: math(),
  choice: choice(),
  options: choice(["red car", "blue", "a b"]),
  manyOptions: choice(longOptions(100)),
  json: json(z.object({ a: z.number() })),
};
const readers = Object.values(kinds).map(
  (kind) => readerFor(kind as ReturnType<typeof text>, question) as AnswerReader,
);

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
    "the final answer is ",
    "answer",
    "(A)",
    "A) ",
    "not ",
    "n't ",
    "1,234",
  ],
  ...["<think>", "</think>", "<answer>", "</answer>", "</s>", "Confidence: ", "Reasoning: x\n"],
  ...[
    "{\n",
    '{"a":',
    '{"answer": "',
    '"answer": ',
    "{a: ",
    "a’,",
    "a\n",
    'x: " y',
    'x" y, ',
    "[1 ",
    '["a\nb',
    "[{",
    '[\\"http://',
    '\\"*/',
  ],
  ...[
    "json\n",
    "+ ",
    "= ",
    ", ",
    ". ",
    "is exactly ",
    "which is ",
    " because",
    "option ",
    "winner: A ",
  ],
  ...[
    "AGENT_1 ",
    "_A",
    "'A ",
    "x = ",
    "12 choose ",
    "1.111",
    "1 111",
    "\\text{a ",
    "\\(a",
    "$a ",
    "__a",
  ],
  ...["one hundred ", "minus ", "* _", "**x", ".)", "\r\n", "\\begin{", "red ", "a b ", "Red  "],
];
const wraps = ["", "Answer: ", '{"answer": "'];

function readEverything(reply: string): void {
  const reading = readReply(reply);
  const whole = { answer: reply, reasoning: reply, confidence: null };
  for (const reader of [...readers, autoReader(question, [reply])]) {
    for (const said of [reading, whole]) {
      const read = reader.read(said, reply);
      if (read === null) continue;
      reader.key?.(read.value, read);
      if (typeof read.value === "string") reader.same(read.value, `${read.value} x`);
    }
  }
  autoReader(reply, []);
  pickedLabel(reply, ["AGENT_1", "AGENT_10", "A"]);
}

/** Milliseconds of processor time: other processes of the machine don't count. */
const quickest = (times: number, work: () => void): number => {
  let best = Infinity;
  for (let i = 0; i < times; i++) {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
};

test.each(wraps)(
  "F24: eight times the text takes far less than 64 times as long, after %j",
  (wrap) => {
    const slow: string[] = [];
    for (const unit of units) {
      const reply = (size: number): string =>
        `${wrap}${unit.repeat(Math.ceil(size / unit.length))}`;
      // What takes next to no time needs no second look; quadratic time is seconds at this size.
      if (quickest(1, () => readEverything(reply(32_000))) < 100) continue;
      const short = quickest(3, () => readEverything(reply(4_000)));
      const long = quickest(3, () => readEverything(reply(32_000)));
      if (long > 100 && long > 24 * short)
        slow.push(`${JSON.stringify(unit)}: ${short} → ${long} ms`);
    }
    expect(slow).toEqual([]);
  },
  60_000,
);

/** Number readers look at only this much of a text; a search among its words must not be hidden by that. */
const looked = 2_000;

test("F24: a short text of any characters takes at most a hundred times as long as prose", () => {
  const prose = "The committee met on Tuesday and left the matter open. ";
  const times = (unit: string): number => {
    const reply = `Answer: ${unit.repeat(Math.ceil(looked / unit.length))}%`;
    return quickest(3, () => readEverything(reply));
  };
  const usual = Math.max(times(prose), 1);
  const rates = [
    "1-",
    "-1",
    "1 a ",
    "1 per ",
    "1 km/",
    "$1 ",
    "1 and ",
    "1 to ",
    "1 square ",
    "m per ",
  ];
  const slow = [...units, ...rates].filter((unit) => times(unit) > 100 * usual);
  expect(slow).toEqual([]);
}, 60_000);

test.each([
  `1${"+ ".repeat(150)}!`,
  `1${"+  ".repeat(100)}!`,
  `x =${" = ".repeat(120)}!`,
  `(${"1".repeat(190)}${",".repeat(190)}`,
  `${"1-".repeat(150)}!`,
  `[\\"${'http://\\"'.repeat(200)}`,
  "one ".repeat(14),
])("F24: no pattern tries all combinations: %j", (reply) => {
  // It would not end.
  readEverything(reply);
});

const essay = (seed: number): string => {
  const words = Array.from(
    { length: 3_000 },
    (_, i) => `word${(i * 7 + (i % 50 === 0 ? seed : 0)) % 2_600}`,
  );
  return words.join(" ");
};

test.each(Object.keys(kinds) as (keyof typeof kinds)[])(
  "F24: %s: a cluster of fifty long answers takes each of them apart once",
  (name) => {
    const essays = Array.from({ length: 50 }, (_, i) => essay(i));
    const fresh = (): AnswerReader =>
      readerFor(kinds[name] as ReturnType<typeof text>, question) as AnswerReader;
    const valuesBy = (reader: AnswerReader): ReturnType<AnswerReader["read"]>[] =>
      essays.map((words) => reader.read({ answer: words, reasoning: "", confidence: null }, words));
    const once = quickest(2, () => {
      const reader = fresh();
      for (const read of valuesBy(reader)) if (read !== null) reader.key?.(read.value);
    });
    const clustered = quickest(2, () => {
      const reader = fresh();
      clusterAnswers(valuesBy(reader), reader);
    });
    // Pair by pair there would be 1,225 times two.
    expect(clustered).toBeLessThan(20 * once + 500);
  },
);

test("F24: a text is searched for a hundred options in little more time than for two", () => {
  const words = "a ".repeat(2_000);
  const searched = (count: number): number => {
    const reader = readerFor(choice(longOptions(count)), "") as AnswerReader;
    const reading = { answer: words, reasoning: "", confidence: null };
    return quickest(3, () => reader.read(reading, words));
  };
  expect(searched(100)).toBeLessThan(8 * searched(2) + 100);
});

test("F24: the overlap of many texts takes each of them apart once", () => {
  const essays = Array.from({ length: 50 }, (_, i) => essay(i));
  const once = quickest(2, () => essays.forEach((words) => readReply(words)));
  const all = quickest(1, () => {
    for (const a of essays) for (const b of essays) wordOverlap(a, b);
  });
  expect(all).toBeLessThan(100 * once + 2_000);
});
