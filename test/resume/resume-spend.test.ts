import { describe, expect, test } from "vitest";
import {
  BudgetExceededError,
  debate,
  fold,
  memoryJournal,
  ModelError,
  type DebateConfig,
  type DebateResult,
  type ModelFunction,
  type RostrumError,
} from "../../packages/rostrum/src/index.ts";
import { emptyDisk, startProcess } from "../support/killable-journal.ts";
import { rejection } from "../support/outcomes.ts";
import { says } from "../support/panel.ts";

const QUESTION = "What is the answer?";
const id = "run-1";
const rules = { rounds: 0, answer: "exact" } as const;

/** Fails in a way that is tried again, without waiting. */
function refuse(): never {
  throw new ModelError("overloaded", { status: 529, retryAfterMs: 0 });
}

/** A promise that only the end of the run gives up. */
function hang(): Promise<never> {
  return new Promise(() => undefined);
}

/** Aborts a run as soon as so many calls hang. */
function killer(after: number): { signal: AbortSignal; hang(): Promise<never> } {
  const leave = new AbortController();
  let hanging = 0;
  return {
    signal: leave.signal,
    hang() {
      hanging += 1;
      if (hanging === after) setImmediate(() => leave.abort());
      return hang();
    },
  };
}

async function ended(run: Promise<DebateResult>): Promise<DebateResult | RostrumError> {
  return run.catch((error: RostrumError) => error);
}

test("the cost of a call that was cut off is unknown, and the cost of its repetition isn't", async () => {
  const journal = memoryJournal();
  const price = { input: 0, output: 1_000_000 };
  const run = (model: ModelFunction, signal?: AbortSignal) =>
    debate(
      QUESTION,
      { ...rules, debaters: [model, model].map((each) => ({ model: each, price })), journal },
      { id, ...(signal === undefined ? {} : { signal }) },
    );
  const kill = killer(2);
  await ended(run(kill.hang, kill.signal));
  const { costUsd } = await run(() => ({ text: "42", usage: { inputTokens: 1, outputTokens: 2 } }));
  expect(costUsd).toBeNull();
  const record = fold((await journal.read(id))?.events ?? []);
  expect(record.atLeastUsd).toBe(4);
  expect((await journal.list()).runs[0]?.atLeastUsd).toBe(4);
});

describe("caps of a run that is resumed by its id", () => {
  test("failed attempts of earlier processes count: six resumes under a cap of 3 call 3 times", async () => {
    let calls = 0;
    const model: ModelFunction = () => {
      calls += 1;
      return refuse();
    };
    const config: DebateConfig = {
      ...rules,
      debaters: model,
      budget: { calls: 3 },
      limits: { retries: 0 },
      journal: memoryJournal(),
    };
    const errors = [];
    for (let life = 0; life < 6; life++) {
      errors.push((await rejection(debate(QUESTION, config, { id }))).name);
    }
    expect(calls).toBe(3);
    expect(errors).toEqual(["PanelFailedError", ...Array<string>(5).fill("BudgetExceededError")]);
  });

  test("an attempt that was cut off counts against the cap, at its worst case", async () => {
    const journal = memoryJournal();
    const price = { input: 0, output: 1_000_000 };
    let calls = 0;
    const run = async (reply: () => string | Promise<never>, signal?: AbortSignal) => {
      const model: ModelFunction = () => {
        calls += 1;
        return reply();
      };
      const debaters = [0, 1].map(() => ({ model, price, maxOutputTokens: 10 }));
      // Each call may cost $10.
      const config: DebateConfig = { ...rules, debaters, budget: { usd: 30 }, journal };
      return ended(debate(QUESTION, config, { id, ...(signal ? { signal } : {}) }));
    };
    const first = killer(2);
    expect((await run(first.hang, first.signal)) as RostrumError).toMatchObject({
      name: "AbortError",
      partial: { usage: { calls: 2 }, costUsd: null },
    });
    expect(await run(() => "Answer: a")).toBeInstanceOf(BudgetExceededError);
    expect(calls).toBe(2);
  });

  test("a retry is on record before it is made", async () => {
    const journal = memoryJournal();
    const { signal, hang: stay } = killer(1);
    let calls = 0;
    const shaky: ModelFunction = () => {
      calls += 1;
      return calls < 3 ? refuse() : stay();
    };
    const config: DebateConfig = { ...rules, debaters: [shaky, says("Answer: a")], journal };
    const error = await rejection(debate(QUESTION, config, { id, signal }));
    expect(error.partial?.usage.calls).toBe(4);
    expect((await journal.read(id))?.steps.get(`${id}__debater_0_round_0`)).toMatchObject({
      earlier: { attempts: 2, usage: { inputTokens: 0, outputTokens: 0 }, costUsd: 0 },
    });
    const capped: DebateConfig = { ...config, budget: { calls: 4 } };
    expect((await rejection(debate(QUESTION, capped, { id }))).name).toBe("BudgetExceededError");
    expect(calls).toBe(3);
  });

  test("attempts add up over several resumes, and the result says how many there were", async () => {
    const journal = memoryJournal();
    let calls = 0;
    let healthy = false;
    const usage = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5 };
    const model: ModelFunction = () => {
      calls += 1;
      return healthy ? { text: "Answer: a", usage, costUsd: 0.5 } : refuse();
    };
    const config: DebateConfig = { ...rules, debaters: model, limits: { retries: 1 }, journal };
    for (let life = 0; life < 3; life++) await rejection(debate(QUESTION, config, { id }));
    healthy = true;
    const result = await debate(QUESTION, config, { id });
    expect(calls).toBe(3 * 3 * 2 + 3);
    expect(result.usage).toMatchObject({ calls, inputTokens: 30, outputTokens: 15 });
    expect(result.costUsd).toBe(1.5);
    expect(result.rounds[0]?.positions[0]).toMatchObject({ attempts: 7 });
    const { runs } = await journal.list();
    expect(runs[0]).toMatchObject({ calls, costUsd: 1.5 });
  });

  test("a judge that was cut off counts in the partial result and against the cap", async () => {
    const journal = memoryJournal();
    const { signal, hang: stay } = killer(2);
    let judged = 0;
    const judge: ModelFunction = () => {
      judged += 1;
      return stay();
    };
    const config: DebateConfig = {
      ...rules,
      debaters: [says("Answer: a"), says("Answer: b")],
      judge,
      decide: { type: "judged", bothOrders: true },
      budget: { calls: 5 },
      journal,
    };
    const error = await rejection(debate(QUESTION, config, { id, signal }));
    expect(error.partial?.usage.calls).toBe(4);
    const result = await debate(QUESTION, config, { id });
    expect(judged, "only one more call fits, and both orders need two").toBe(2);
    expect(result).toMatchObject({ integrity: { fallback: "majority" }, usage: { calls: 4 } });
  });

  test("replies that are kept need no room: a run is resumed under caps that it has used up", async () => {
    const journal = memoryJournal();
    const { signal, hang: stay } = killer(1);
    const judge: ModelFunction = () => stay();
    const config: DebateConfig = {
      ...rules,
      debaters: [says("Answer: a"), says("Answer: b")],
      judge,
      journal,
    };
    await rejection(debate(QUESTION, { ...config, budget: { calls: 3 } }, { id, signal }));
    const result = await debate(QUESTION, { ...config, budget: { calls: 3 } }, { id });
    expect(result).toMatchObject({ answer: "a", integrity: { fallback: "majority" } });
  });

  test.each<[string, NonNullable<DebateConfig["poll"]>]>([
    ["everyone", "everyone"],
    ["a poll of three", { type: "sequential", first: 3 }],
    ["a poll of one and then two", (state) => (state.asked.length === 0 ? [0] : [1, 2])],
  ])(
    "a round that can't be completed any more is held with the replies that were paid for: %s",
    async (_, poll) => {
      const journal = memoryJournal();
      const { signal, hang: stay } = killer(1);
      const slow: ModelFunction = () => stay();
      const config: DebateConfig = {
        ...rules,
        poll,
        debaters: [says("Answer: a"), says("Answer: a"), { name: "slow", model: slow }],
        budget: { calls: 3 },
        journal,
      };
      await rejection(debate(QUESTION, config, { id, signal }));
      const result = await debate(QUESTION, config, { id });
      expect(result).toMatchObject({
        answer: "a",
        stopReason: "budget",
        usage: { calls: 3 },
        integrity: { degraded: true, dropped: [{ debater: "slow", round: 0 }] },
      });
    },
  );

  test.each([
    ["ends with the turns that were paid for", 3, 4, { stopReason: "budget", usage: { calls: 4 } }],
    [
      "goes on if the last turn still fits",
      3,
      5,
      { stopReason: "max_rounds", usage: { calls: 5 } },
    ],
    ["is left out if too few turns were paid for", 2, 3, { name: "BudgetExceededError" }],
  ])("a round of sides in turn that is resumed %s", async (_, size, calls, expected) => {
    const { signal, hang: stay } = killer(1);
    let isResumed = false;
    const slow: ModelFunction = () => (isResumed ? "I argue." : stay());
    const models = [says("I argue."), says("I argue."), slow].slice(-size);
    const config: DebateConfig = {
      debaters: models.map((model, index) => ({ name: `m${index}`, model })),
      judge: says("Reason.\nAnswer: yes"),
      rounds: 0,
      sides: { answers: ["yes", "no", "no"].slice(0, size), turns: "alternate" },
      budget: { calls },
      limits: { retries: 0 },
      journal: memoryJournal(),
    };
    await rejection(debate(QUESTION, config, { id, signal }));
    isResumed = true;
    expect(await ended(debate(QUESTION, config, { id }))).toMatchObject(expected);
  });

  test("votes that a revision leaves alone count, too, when its paid replies are kept", async () => {
    const journal = memoryJournal();
    const { signal, hang: stay } = killer(1);
    const slow: ModelFunction = ({ round }) => (round === 0 ? "Answer: c" : stay());
    const convinced: ModelFunction = ({ round }) => (round === 0 ? "Answer: b" : "Answer: a");
    const config: DebateConfig = {
      ...rules,
      rounds: 1,
      debaters: [
        { name: "first", model: says("Answer: a") },
        { name: "second", model: says("Answer: a") },
        { name: "convinced", model: convinced },
        { name: "slow", model: slow },
      ],
      budget: { calls: 6 },
      journal,
    };
    await rejection(debate(QUESTION, config, { id, signal }));
    const result = await debate(QUESTION, config, { id });
    expect(result).toMatchObject({ answer: "a", stopReason: "budget", usage: { calls: 6 } });
    expect(result.rounds).toHaveLength(2);
    expect(result.agreement).toBe(0.75);
  });
});

test("wherever a process dies while it leaves a call out, attempts at that call stay counted", async () => {
  for (let write = 0; write < 25; write++) {
    const disk = emptyDisk();
    let calls = 0;
    const live = async (kill: { hanging?: true; write?: number }): Promise<void> => {
      let writes = 0;
      const process = startProcess(disk, () => {
        if (writes++ === kill.write) process.kill();
      });
      const slow: ModelFunction = () => {
        calls += 1;
        if (calls < 4) return refuse();
        if (kill.hanging) process.kill();
        return hang();
      };
      const config: DebateConfig = {
        ...rules,
        debaters: [says("Answer: a"), says("Answer: a"), { name: "slow", model: slow }],
        budget: { calls: 6 },
        limits: { retries: 3 },
        journal: process.journal,
      };
      await Promise.race([ended(debate(QUESTION, config, { id })), process.died]);
    };
    await live({ hanging: true });
    expect(calls).toBe(4);
    await live({ write });
    await live({});
    expect(calls, `killed at write ${write}`).toBe(4);
  }
});
