import { describe, expect, test } from "vitest";
import {
  chain,
  type ChainError,
  Debate,
  lead,
  memoryJournal,
  ModelError,
  number,
  type ChainStep,
  type DebateConfig,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";

const rules = {
  answer: number(),
  poll: lead({ by: 2 }),
  limits: { retries: 0 },
} satisfies Partial<DebateConfig<number>>;

const add = (question: string): number =>
  question.split("+").reduce((sum, part) => sum + Number(part), 0);

/** 1 + 1 + … as one dependent sum after another. */
const counting = (panel: Debate<number>, until: number) => ({
  panel,
  start: { sum: 0 },
  step: ({ sum }: { sum: number }) => (sum < until ? `${sum}+1` : null),
  next: (_: { sum: number }, answer: number) => ({ sum: answer }),
});

describe("a degraded step", () => {
  /** Five members of which the last `count` fail in the questions that `fails` names. */
  const failing = (
    count: number,
    fails: (question: string) => Error | null,
    more: Partial<DebateConfig<number>> = {},
  ) =>
    new Debate<number>({
      ...rules,
      poll: "everyone",
      rounds: 0,
      stop: "agreement:0.6",
      debaters: ["a", "b", "c", "d", "e"].map((name, seat) => ({
        name,
        model: ({ question }) => {
          const error = seat < 5 - count ? null : fails(question);
          if (error) throw error;
          return `Answer: ${add(question)}`;
        },
      })),
      ...more,
    });

  test("is named in the result of the chain, with the cause", async () => {
    const down = failing(2, (question) => (question === "1+1" ? new Error("down") : null));
    const { warnings } = await chain(counting(down, 3));
    expect(warnings).toEqual(["Step 1 was degraded: d and e failed in the first round: down."]);
    const locked = failing(1, () => new ModelError("no access", { status: 401 }));
    expect((await chain(counting(locked, 2))).warnings).toEqual([
      "Steps 0 and 1 were degraded: e failed in the first round: no access.",
    ]);
  });

  test("is named if it was one question of a list", async () => {
    const down = failing(1, (question) => (question === "2+0" ? new Error("down") : null));
    const { warnings } = await chain({
      panel: down,
      start: 0,
      step: (state) => (state === 0 ? ["1+0", "2+0"] : null),
      next: () => 1,
    });
    expect(warnings).toEqual(["Step 0 was degraded: e failed in the first round: down."]);
  });

  test("has one sentence per cause, and a few at most", async () => {
    const one = failing(2, () => new Error("down"));
    expect((await chain(counting(one, 40))).warnings).toEqual([
      "40 steps (0, 1, 2, …) were degraded: d and e failed in the first round: down.",
    ]);
    const many = failing(2, (question) => new Error(`request ${question}`));
    const { warnings } = await chain(counting(many, 40));
    expect(warnings).toHaveLength(5);
    expect(warnings[0]).toBe(
      "Step 0 was degraded: d and e failed in the first round: request 0+1.",
    );
    expect(warnings[4]).toMatch(/^36 more steps were degraded for other causes\./);
  });

  test.each(["runs", "latest", "states"] as const)(
    "is still named after a resume that keeps %s, and when the finished chain is read back",
    async (keep) => {
      const journal = memoryJournal();
      const fails = (question: string): Error | null =>
        question === "0+1" || question === "2+1" ? new Error("down") : null;
      const stop = new AbortController();
      const options = { id: "c", journal, keep };
      const onStep = ({ index }: ChainStep): void => {
        if (index === 1) stop.abort();
      };
      await rejection(
        chain(counting(failing(2, fails), 4), { ...options, onStep, signal: stop.signal }),
      );
      const result = await chain(counting(failing(2, fails), 4), options);
      expect(result.warnings).toEqual([
        "Steps 0 and 2 were degraded: d and e failed in the first round: down.",
      ]);
      expect(await chain(counting(failing(2, fails), 4), options)).toEqual(result);
    },
  );
});

describe("the advice of an undecided chain", () => {
  const adding = (panelSize: number) =>
    new Debate({ ...rules, panelSize, debaters: ({ question }) => `Answer: ${add(question)}` });
  /** All members disagree on `1+1`, until it is asked again. */
  const disagreeing = () =>
    new Debate({
      ...rules,
      panelSize: 5,
      debaters: ({ question, stepId }) => {
        const isFirst = question === "1+1" && !stepId.includes("r1__");
        return `Answer: ${isFirst ? /debater_(\d)/.exec(stepId)?.[1] : add(question)}`;
      },
    });

  test("with a journal, more retries continue the same id", async () => {
    const options = { id: "c", journal: memoryJournal() };
    const error = await rejection(chain(counting(disagreeing(), 4), { ...options, retries: 0 }));
    expect(error.message).toContain("run the same id with `retries` above 0");
    const result = await chain(counting(disagreeing(), 4), { ...options, retries: 1 });
    expect(result).toMatchObject({ state: { sum: 4 }, retried: 1 });
  });

  test("other members need a new id and the state of the error", async () => {
    const journal = memoryJournal();
    const error = (await rejection(
      chain(counting(disagreeing(), 4), { id: "c", journal, retries: 0 }),
    )) as ChainError;
    expect(error.message).toMatch(
      /With more members .* new id, and this error's `state` as `start`/,
    );
    const start = error.state as { sum: number };
    const result = await chain({ ...counting(adding(6), 4), start }, { id: "c2", journal });
    expect(result).toMatchObject({ state: { sum: 4 }, steps: 3 });
  });

  test("without a journal, no id is mentioned", async () => {
    const error = await rejection(chain(counting(disagreeing(), 4), { retries: 0 }));
    expect(error.message).toContain("begin a chain with this error's `state` as `start`");
    expect(error.message).not.toMatch(/\bid\b/);
  });

  test("after a panel failed, the same id asks it again", async () => {
    const options = { id: "c", journal: memoryJournal(), retries: 0 };
    let isDown = true;
    const panel = new Debate({
      ...rules,
      panelSize: 5,
      debaters: ({ question }) => {
        if (isDown) throw new Error("down");
        return `Answer: ${add(question)}`;
      },
    });
    const error = await rejection(chain(counting(panel, 2), options));
    isDown = false;
    expect(error.message).toContain("run the same id once the cause is gone");
    expect((await chain(counting(panel, 2), options)).state).toEqual({ sum: 2 });
  });
});
