import { describe, expect, test } from "vitest";
import { createRandom } from "../../packages/core/src/record/random.ts";
import { calibrate } from "../../packages/eval/src/index.ts";
import {
  Debate,
  fold,
  memoryJournal,
  number,
  sequential,
  sqliteJournal,
  type Calibration,
  type ModelFunction,
  type Review,
  type RunStore,
} from "../../packages/rostrum/src/index.ts";
import { newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

const TIMEOUT = { timeout: 180_000 };
/** How often each member is right. */
const MEMBERS = { ann: 0.85, bob: 0.8, cid: 0.75 };
const WORSE = { ann: 0.45, bob: 0.5, cid: 0.5 };
type Reliability = Readonly<Record<keyof typeof MEMBERS, number>>;

/** Members err at random, each in its own way. */
function replies(question: number, right: Reliability): Record<string, string> {
  return Object.fromEntries(
    Object.entries(right).map(([name, share], member) => {
      const isRight = createRandom(`${name} ${question}`)() < share;
      return [name, `Answer: ${isRight ? question : question + 10_000 * (member + 1)}`];
    }),
  );
}

/** Questions before the first one that is asked below. */
const calibration: Calibration = calibrate(
  Array.from({ length: 300 }, (_, row) => ({
    question: `What is number ${row}?`,
    gold: String(row),
    replies: replies(row, MEMBERS),
  })),
  { answer: number() },
);

/** A person who knows the answer: confirms the right one, and corrects or rejects a wrong one. */
function checked(question: number, answer: number | null): Review {
  if (answer === question) return { verdict: "confirm" };
  return question % 2 === 0
    ? { verdict: "correct", answer: String(question) }
    : { verdict: "reject" };
}

/** Holds a debate; returns whether a person has reviewed it: while it waited, or, with `all`, at its end. */
async function held(
  question: number,
  right: Reliability,
  journal: RunStore,
  all = false,
): Promise<boolean> {
  const texts = replies(question, right);
  const debate = new Debate<number>({
    debaters: Object.keys(MEMBERS).map((name) => ({
      name,
      model: (() => texts[name] ?? "") satisfies ModelFunction,
    })),
    answer: number(),
    rounds: 0,
    poll: sequential({ calibration }),
    escalateBelow: 1,
    onEscalate: "wait",
    journal,
  });
  const id = `question-${question}`;
  const stream = debate.stream(`What is number ${question}?`, { id });
  let answer: number | null = null;
  let waited = false;
  for await (const event of stream) {
    if (event.type === "debate.synthesized") answer = event.answer as number | null;
    if (event.type !== "debate.escalated") continue;
    waited = true;
    void debate.review(id, checked(question, answer));
  }
  await stream.result;
  if (!waited && all) await debate.review(id, checked(question, answer));
  return waited || all;
}

/** Debates in a journal on disk; returns how many of them a person has reviewed. */
async function reviewed(
  count: number,
  right: Reliability,
  path: string,
  all = false,
): Promise<number> {
  const journal = sqliteJournal(path);
  try {
    const debates = Array.from({ length: count }, (_, at) => held(1000 + at, right, journal, all));
    return (await Promise.all(debates)).filter(Boolean).length;
  } finally {
    await journal.close();
  }
}

test("a corrected answer doesn't have the calibrated probability of the answer that it replaces", async () => {
  const journal = memoryJournal();
  const isWrong = (question: number): boolean => {
    const says = replies(question, WORSE);
    const holders = Object.keys(says).filter((name) => says[name] === `Answer: ${question}`);
    return question % 2 === 0 && holders.join() === "cid";
  };
  const question = Array.from({ length: 100 }, (_, at) => 1000 + at).find(isWrong) ?? 0;
  await held(question, WORSE, journal);
  const { result } = fold((await journal.eventsFrom(`question-${question}`, 0)) ?? []);
  expect(result.review).toEqual({ verdict: "correct", answer: String(question) });
  expect(result.confidenceBasis).not.toBe("calibrated");
});

describe("whether the calibration still holds, from reviewed runs of a journal", () => {
  test("it holds while the models are as they were", TIMEOUT, async () => {
    using home = newHome();
    const journal = home.file("runs.db");
    const count = await reviewed(420, MEMBERS, journal);
    expect(count).toBeGreaterThan(100);
    const { code, stdout } = await rostrum(home, ["panel", "--journal", journal]);
    expect(code).toBe(0);
    expect(stdout).toContain(`the calibration holds. ${count} calibrated debates: `);
  });

  test.each([
    ["holds", MEMBERS, "the calibration holds. 120 "],
    ["doesn't hold", WORSE, "the calibration doesn't hold any more: calibrate again. 120 "],
  ])(
    "completed debates are reviewed too, decided ones among them: it %s",
    TIMEOUT,
    async (_, right, words) => {
      using home = newHome();
      const journal = home.file("runs.db");
      expect(await reviewed(120, right, journal, true)).toBe(120);
      const { stdout } = await rostrum(home, ["panel", "--journal", journal]);
      expect(stdout).toContain(words);
      expect(stdout).toMatch(/\d+ of [1-9]\d* decided answers wrong/);
    },
  );

  test(
    "it doesn't once the models are worse: corrected and rejected answers count as wrong",
    TIMEOUT,
    async () => {
      using home = newHome();
      const journal = home.file("runs.db");
      const count = await reviewed(180, WORSE, journal);
      expect(count).toBeGreaterThan(100);
      const { code, stdout } = await rostrum(home, ["panel", "--journal", journal]);
      expect(code).toBe(0);
      expect(stdout).toContain(`the calibration doesn't hold any more: calibrate again. ${count} `);
      // A calibration from the same reviews knows better.
      const path = home.file("new.json");
      const args = ["calibrate", "--reviewed", "--journal", journal, "--answer", "number"];
      const again = await rostrum(home, [...args, "--out", path]);
      expect(again.code).toBe(0);
      expect(again.stderr).toMatch(/calibrated on \d+ questions/);
    },
  );
});
