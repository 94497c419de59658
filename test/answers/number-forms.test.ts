import { expect, test } from "vitest";
import { debate, number, type DebateConfig } from "../../packages/rostrum/src/index.ts";
import { says } from "../support/panel.ts";

/** What a vote reads from a reply: the other two members are silent. */
async function readVote(question: string, answer: string): Promise<number | null> {
  const config: DebateConfig<number> = {
    debaters: [says(`Answer: ${answer}`), says("?"), says("?")],
    answer: number(),
    rounds: 0,
    limits: { quorum: 1, retries: 0 },
  };
  return debate(question, config)
    .then(({ answer: read }) => read)
    .catch(() => null);
}

test.each([
  ["What is 5 squared?", "5 squared"],
  ["What is 5 squared?", "five squared"],
  ["What is 2 doubled?", "2 doubled"],
  ["What is 90 halved?", "90 halved"],
  ["What is the square root of 16?", "16 root"],
  ["What is the square root of 16?", "16 square root"],
  ["What is 5 times 6?", "5 times 6"],
  ["What is 5 multiplied by 6?", "5 multiplied by 6"],
  ["What is 5 factorial?", "5 factorial"],
])("an operation behind a figure is not its noun: %s %s", async (question, answer) => {
  expect(await readVote(question, answer)).toBeNull();
});

test.each([
  ["How many real roots are there?", "2 real roots", 2],
  ["How many times did she win?", "5 times", 5],
  ["How many square tiles fit?", "12 square tiles", 12],
  ["How many recipes were doubled?", "3 doubled", 3],
  ["A square has sides of 5 meters. What is its area?", "25 square meters", 25],
])(
  "a question may count what is an operation elsewhere: %s %s",
  async (question, answer, value) => {
    expect(await readVote(question, answer)).toBe(value);
  },
);

test.each(["1e-400", "-1e-400", "10^-400", "1e-310", "1e400", "1e-305 nanometers", "1e306 km"])(
  "a number that no float holds is unread: %s",
  async (answer) => {
    expect(await readVote("How much?", answer)).toBeNull();
  },
);

test.each([
  ["0e5", 0],
  ["0.0", 0],
  ["zero", 0],
  ["1e-300", 1e-300],
  ["1e300", 1e300],
])("zero and numbers that a float holds are read: %s", async (answer, value) => {
  expect(await readVote("How much?", answer)).toBe(value);
});
