import { describe, expect, test } from "vitest";
import {
  Debate,
  lead,
  memoryJournal,
  ModelError,
  toMarkdown,
  type DebateConfig,
  type DebateEvent,
  type ModelReply,
} from "../../packages/rostrum/src/index.ts";
import { scripted, type ScriptedModel } from "../../packages/runtime/src/testing/index.ts";
import { answering } from "../support/panel.ts";
import {
  ALSO_STAY,
  byDynamo,
  MOVE,
  QUESTION,
  sorting,
  STAY,
  STICK,
} from "../support/prose-panel.ts";

const CUT_OFF: ModelReply = { text: answering("a"), finishReason: "length" };

/** One member per letter; `?` can't be read, `!` was cut off, `x` fails. */
function panel(
  votes: string,
  more: Partial<DebateConfig> = {},
): { debate: Debate; models: ScriptedModel[]; asked(): number } {
  const models = [...votes].map((vote) =>
    scripted(() => {
      if (vote === "x") throw new ModelError("down", { retryable: false });
      return vote === "!" ? CUT_OFF : vote === "?" ? "" : answering(vote);
    }),
  );
  const debate = new Debate({
    debaters: models,
    answer: "exact",
    poll: lead(),
    limits: { retries: 0 },
    ...more,
  });
  return {
    debate,
    models,
    asked: () => models.filter(({ requests }) => requests.length > 0).length,
  };
}

describe("a lead", () => {
  test.each([
    ["aaa and more", "aaabbbb", 3],
    ["what the leader lacks", "aabaab", 5],
    ["an answer that overtakes the first", "abbbbb", 5],
    ["replies that can't be read or were cut off don't count", "a?a!aaaaa", 5],
    ["members that failed don't count", "axaxaaaa", 5],
  ])("%s: decided", async (_name, votes, calls) => {
    const { debate, asked, models } = panel(votes);
    const result = await debate.run("Which?");
    expect(asked()).toBe(calls);
    expect(result).toMatchObject({
      answer: votes[1] === "b" ? "b" : "a",
      stopReason: "decided",
      decision: { method: "majority" },
    });
    expect(Math.max(...models.map(({ requests }) => requests.length))).toBe(1);
  });

  test("that isn't reached is tied, goes to a person, and nobody is asked twice", async () => {
    const { debate, asked, models } = panel("aabba", { rounds: 2, revise: "everyone" });
    const events: DebateEvent[] = [];
    const result = await debate.run("Which?", { onEvent: (event) => void events.push(event) });
    expect(result).toMatchObject({ stopReason: "tied", escalateToHuman: true, converged: false });
    expect(events.find(({ type }) => type === "debate.escalated")).toMatchObject({ tied: true });
    expect(asked()).toBe(5);
    expect(models.every(({ requests }) => requests.length === 1)).toBe(true);
    expect(toMarkdown(result)).toContain("no answer leads by enough votes");
  });

  test("asks at most `max` members, and the plan says so", async () => {
    const { debate, asked } = panel("ababababa", { poll: { type: "lead", by: 2, max: 4 } });
    expect((await debate.plan()).calls).toEqual({ min: 2, typical: 4, max: 4 });
    expect((await debate.run("Which?")).stopReason).toBe("tied");
    expect(asked()).toBe(4);
  });

  test("a panel that is too small is warned about before anything is paid", async () => {
    const [warning] = (await panel("ab", { poll: "lead" }).debate.plan()).warnings;
    expect(warning).toMatch(/lead of 3 votes, and the panel has 2 members/);
  });

  test("a judge is not asked when the votes decide", async () => {
    const judge = scripted(() => answering("b"));
    const { debate } = panel("aaba", { judge, poll: "lead:2" });
    expect(await debate.run("Which?")).toMatchObject({ answer: "a", stopReason: "decided" });
    expect(judge.requests).toHaveLength(0);
  });

  test("a budget ends it undecided, which is a matter for a person", async () => {
    const { debate } = panel("abaa", { poll: "lead:2", budget: { calls: 3 } });
    expect(await debate.run("Which?")).toMatchObject({
      stopReason: "budget",
      escalateToHuman: true,
      usage: { calls: 2 },
      warnings: expect.arrayContaining([expect.stringMatching(/^Not all members were asked: /)]),
    });
  });

  test("a run that was cut off asks nobody again, and a replay asks nobody at all", async () => {
    const journal = memoryJournal();
    const first = panel("abaaa", { journal });
    const stop = new AbortController();
    const onEvent = (event: DebateEvent): void => {
      if (event.type === "debate.response" && event.debater === "debater_2") stop.abort();
    };
    const run = { id: "run", signal: stop.signal, onEvent };
    await expect(first.debate.run("Which?", run)).rejects.toMatchObject({ name: "AbortError" });
    const second = panel("abaaa", { journal });
    const result = await second.debate.run("Which?", { id: "run" });
    expect(result).toMatchObject({ answer: "a", stopReason: "decided" });
    expect(second.asked()).toBe(2);
    expect(await second.debate.replay("run")).toMatchObject({ stopReason: "decided" });
    expect(second.asked()).toBe(2);
  });
});

describe("a lead of answers in prose", () => {
  const prose = (replies: string[]): { debate: Debate; compared: number[] } => {
    const comparer = sorting(byDynamo);
    const debate = new Debate({
      debaters: replies.map((reply) => scripted(() => reply)),
      answer: "text",
      compare: comparer.model,
      poll: lead({ by: 2 }),
    });
    return {
      debate,
      get compared() {
        return comparer.requests.map(({ items }) => items?.length ?? 0);
      },
    };
  };

  test("counts wordings that the comparer puts together", async () => {
    const { debate } = prose([STAY, MOVE, ALSO_STAY, STICK]);
    expect(await debate.run(QUESTION)).toMatchObject({ stopReason: "decided", agreement: 0.75 });
  });

  test("is tied where they stay apart", async () => {
    const { debate } = prose([STAY, MOVE]);
    expect(await debate.run(QUESTION)).toMatchObject({ stopReason: "tied", escalateToHuman: true });
  });
});
