import { expect, test } from "vitest";
import { evaluate } from "../../packages/eval/src/index.ts";
import {
  memoryJournal,
  ModelError,
  type DebateConfig,
  type Journal,
} from "../../packages/rostrum/src/index.ts";
import type { JournalRun } from "../../packages/core/src/entries/protocol.ts";

const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 1 };
const items = [1, 2].map((n) => ({ id: `q${n}`, question: `What is ${n}?`, gold: `${n}` }));
const arms = [{ type: "vote" as const }];

type Write = "stepStarted" | "stepFinished" | "close";

/** Stores in `inner`; the writes of which `fails` says so are refused. */
function refusing(inner: Journal, fails: (write: Write) => boolean): Journal {
  const guard =
    (run: JournalRun, write: Write) =>
    async (...args: unknown[]): Promise<void> => {
      if (fails(write)) throw new Error(`disk full at ${write}`);
      await (run[write] as (...values: unknown[]) => Promise<void>)(...args);
    };
  return {
    read: (id) => inner.read(id),
    async open(id, inputs, options) {
      const run = await inner.open(id, inputs, options);
      return {
        ...run,
        stepStarted: guard(run, "stepStarted"),
        stepFinished: guard(run, "stepFinished"),
        close: guard(run, "close"),
      };
    },
  };
}

/** Three members at $1 for each call. */
function threeMembers(isDown = false): { panel: DebateConfig<never>; calls(): number } {
  let calls = 0;
  const model = (): { text: string; usage: typeof usage } => {
    calls += 1;
    if (isDown) throw new ModelError("the connection broke", { status: 503, costUsd: 0 });
    return { text: "Answer: 1", usage };
  };
  const price = { input: 0, output: 1_000_000 };
  const debaters = [0, 1, 2].map(() => ({ model, price, maxOutputTokens: 1 }));
  const panel = { debaters, answer: "exact", limits: { retries: 2 } } as unknown;
  return { panel: panel as DebateConfig<never>, calls: () => calls };
}

const once = (write: Write): ((each: Write) => boolean) => {
  let isDone = false;
  return (each) => {
    if (isDone || each !== write) return false;
    return (isDone = true);
  };
};

test.each([
  ["stepFinished, each time", (write: Write) => write === "stepFinished", 6],
  ["stepFinished, once", once("stepFinished"), 6],
  ["stepStarted, each time", (write: Write) => write === "stepStarted", 0],
  ["stepStarted and close", (write: Write) => write !== "stepFinished", 0],
] as const)(
  "an evaluation whose journal fails at %s pays no call twice and ends with that error",
  async (name, fails, maxCalls) => {
    const { panel, calls } = threeMembers();
    const journal = refusing(memoryJournal(), fails);
    const error = await rejectionOf(evaluate({ items, panel, arms, journal }));
    expect(error.message).toBe(`disk full at ${name.split(/,? /)[0]}`);
    expect(calls()).toBeLessThanOrEqual(maxCalls);
  },
);

test("and the replies that it could store are not paid again", async () => {
  const inner = memoryJournal();
  const { panel, calls } = threeMembers();
  await rejectionOf(
    evaluate({ items, panel, arms, journal: refusing(inner, once("stepFinished")) }),
  );
  const before = calls();
  const { spent } = await evaluate({ items, panel, arms, journal: inner });
  expect(calls() - before).toBe(6 - (before - 1));
  expect(spent.calls).toBe(calls() - before);
});

test("a failed call that can't be stored is not tried again", async () => {
  const { panel, calls } = threeMembers(true);
  const journal = refusing(memoryJournal(), (write) => write === "stepFinished");
  const error = await rejectionOf(evaluate({ items, panel, arms, journal }));
  expect(error.message).toBe("disk full at stepFinished");
  expect(calls()).toBeLessThanOrEqual(6);
});

test("a grader whose calls can't be stored ends it too", async () => {
  const { panel } = threeMembers();
  let isGrading = false;
  const model = (): { text: string; usage: typeof usage } => {
    isGrading = true;
    return { text: '{"right": [1], "wrong": []}', usage };
  };
  const grade = { model: model as never, rubric: "Right if it is a number." };
  const journal = refusing(memoryJournal(), (write) => isGrading && write === "stepFinished");
  const error = await rejectionOf(evaluate({ items, panel, arms, journal, grade }));
  expect(error.message).toBe("disk full at stepFinished");
});

async function rejectionOf(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    (value) => {
      throw new Error(`expected a rejection, got ${JSON.stringify(value).slice(0, 100)}`);
    },
    (error: Error) => error,
  );
}
