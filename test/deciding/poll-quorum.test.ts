import { describe, expect, test } from "vitest";
import { calibrate, certify } from "../../packages/eval/src/index.ts";
import {
  Debate,
  lead,
  memoryJournal,
  ModelError,
  number,
  sequential,
  type DebateConfig,
  type DebateResult,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";
import { syntheticRows } from "../support/synthetic-panel.ts";

const answer = number();
const NAMES = ["ann", "bob", "cid"];
const RIGHT = { ann: 0.999, bob: 0.995, cid: 0.99 };
const calibration = calibrate(syntheticRows(RIGHT, 400, "quorum"), { answer });
const poll = sequential({ calibration });
const price = { input: 1, output: 1 };

/** A member's reply, the HTTP status with which it fails, or what it does instead. */
type Act = number | string | (() => Promise<string>);

/** Replies by member; 7 if it has none. */
function panel(
  acts: Record<string, Act>,
  more: Partial<DebateConfig<number>> = {},
): { debate: Debate<number>; asked: string[] } {
  const asked: string[] = [];
  const debaters = NAMES.map((name) => ({
    name,
    price,
    vendor: name === "bob" ? "b" : "a",
    model: async () => {
      asked.push(name);
      const act = acts[name] ?? "Answer: 7";
      if (typeof act === "number") throw new ModelError("down", { status: act });
      return typeof act === "function" ? act() : act;
    },
  }));
  const limits = { retries: 0 };
  const debate = new Debate<number>({ debaters, answer, rounds: 0, poll, limits, ...more });
  return { debate, asked };
}

function statuses({ rounds }: DebateResult<number>): string[] | undefined {
  return rounds[0]?.positions.map(({ status }) => status);
}

describe("a poll that would end without its quorum asks the next member", () => {
  test.each([
    ["the first fails", { ann: 500 }, ["failed", "spoke", "spoke"]],
    ["the first fails for good", { ann: 401 }, ["failed", "spoke", "spoke"]],
    ["the second fails", { bob: 500 }, ["spoke", "failed", "spoke"]],
  ] as [string, Record<string, Act>, string[]][])("%s", async (_name, acts, expected) => {
    const { debate, asked } = panel(acts);
    const result = await debate.run("What is it?");
    expect(result).toMatchObject({ answer: 7, stopReason: "decided" });
    expect(statuses(result)).toEqual(expected);
    expect(result.integrity).toMatchObject({ degraded: true, dropped: [{ round: 0 }] });
    expect(asked.toSorted()).toEqual(NAMES);
  });

  test("a quorum that is met asks nobody else", async () => {
    const { debate, asked } = panel({ ann: 500 }, { limits: { retries: 0, quorum: 1 } });
    expect((await debate.run("What is it?")).answer).toBe(7);
    expect(asked).toEqual(["ann", "bob"]);
  });

  test("the answer of the next member counts: it may undo what was sure", async () => {
    const result = await panel({ ann: 500, cid: "Answer: 8" }).debate.run("What is it?");
    expect(result.stopReason).not.toBe("decided");
    expect(statuses(result)).toEqual(["failed", "spoke", "spoke"]);
  });

  test("the run fails once everybody was asked", async () => {
    const { debate, asked } = panel({ ann: 500, bob: 500, cid: 401 });
    const error = await rejection(debate.run("What is it?"));
    expect(error).toMatchObject({ name: "PanelFailedError" });
    expect(error.message).toContain("0 of 3 members replied, at least 2 must");
    expect(asked.toSorted()).toEqual(NAMES);
  });

  test("a quorum of vendors asks further too", async () => {
    const limits = { retries: 0, quorum: { members: 1, vendors: 2 } };
    const { debate, asked } = panel({ ann: 500 }, { limits });
    const result = await debate.run("What is it?");
    expect(asked).toEqual(NAMES);
    expect(result.answer).toBe(7);
  });

  test.each([
    ["fails", 500],
    ["can't be read", "I would rather not say."],
  ])("little is at stake, and the only member that is asked %s", async (_name, act) => {
    const stakes = { wrong: 0.00001 };
    const alone = panel({}, { stakes });
    await alone.debate.run("What is it?");
    const [first = ""] = alone.asked;
    expect(alone.asked).toHaveLength(1);
    const { debate, asked } = panel({ [first]: act }, { stakes });
    const result = await debate.run("What is it?");
    expect(result).toMatchObject({ answer: 7, stopReason: "decided", escalateToHuman: false });
    expect(asked[0]).toBe(first);
    expect(asked.length).toBeGreaterThan(1);
    expect(result.stakes?.handedOver).toBe(false);
  });

  test("what can't be read is still handed over to a person", async () => {
    const silent = Object.fromEntries(NAMES.map((name) => [name, "I would rather not say."]));
    const stakes = { wrong: 1, person: 0.001 };
    const result = await panel(silent, { stakes }).debate.run("What is it?");
    expect(result).toMatchObject({ stopReason: "handed_over", escalateToHuman: true });
  });

  test("a lead of one vote", async () => {
    const { debate, asked } = panel({ ann: 500 }, { poll: lead({ by: 1 }) });
    expect(await debate.run("What is it?")).toMatchObject({ answer: 7, stopReason: "decided" });
    expect(asked).toEqual(NAMES);
  });

  test.each([
    [1, "0 of 1 members replied"],
    [2, "1 of 2 members replied"],
  ])("a lead that may ask %i asks no more", async (max, words) => {
    const { debate, asked } = panel({ ann: 500 }, { poll: lead({ by: 1, max }) });
    expect((await rejection(debate.run("What is it?"))).message).toContain(words);
    expect(asked).toHaveLength(max);
  });

  test("a cap without room for the next member leaves the error as it was", async () => {
    const { debate, asked } = panel({ ann: 500 }, { budget: { calls: 2 } });
    const error = await rejection(debate.run("What is it?"));
    expect(error).toMatchObject({ name: "PanelFailedError" });
    expect(error.message).toContain("1 of 2 members replied, at least 2 must");
    expect(asked).toHaveLength(2);
  });

  test("a user's function says alone whom it asks", async () => {
    const first = panel(
      { ann: 500 },
      { poll: ({ asked }) => (asked.length === 0 ? [0, 1] : []), decide: "majority" },
    );
    const error = await rejection(first.debate.run("What is it?"));
    expect(error.message).toContain("1 of 2 members replied");
    expect(first.asked).toEqual(["ann", "bob"]);
  });
});

test("an answer for which a certified poll had to ask further has no guarantee", async () => {
  const certificate = certify(calibration, { alpha: 0.05, mode: "delivered" });
  const certified = { poll: sequential({ calibration, certificate }) };
  const whole = await panel({}, certified).debate.run("What is it?");
  expect(whole.stopReason).toBe("decided");
  expect(whole.guarantee).not.toBeNull();
  const extended = await panel({ ann: 500 }, certified).debate.run("What is it?");
  expect(extended).toMatchObject({ answer: 7, stopReason: "decided", guarantee: null });
});

test("a run that ends while the next member is asked resumes there, with the same result", async () => {
  const journal = memoryJournal();
  const failing = { ann: 401 };
  const uncut = await panel(failing).debate.run("What is it?");
  const stop = new AbortController();
  const cutOff = (): Promise<string> => {
    stop.abort();
    return new Promise(() => {});
  };
  const first = panel({ ...failing, cid: cutOff }, { journal });
  const cut = first.debate.run("What is it?", { id: "run", signal: stop.signal });
  expect(await rejection(cut)).toMatchObject({ name: "AbortError" });
  expect(first.asked).toEqual(NAMES);
  const second = panel(failing, { journal });
  const resumed = await second.debate.run("What is it?", { id: "run" });
  expect(second.asked).toEqual(["ann", "cid"]);
  expect(resumed).toMatchObject({ answer: 7, stopReason: "decided" });
  expect(statuses(resumed)).toEqual(statuses(uncut));
  expect(await second.debate.replay("run")).toMatchObject({ answer: 7, stopReason: "decided" });
  // A member that works again makes the next one unnecessary.
  const other = memoryJournal();
  const before = panel({ ann: 401, bob: 500, cid: 500 }, { journal: other });
  expect(await rejection(before.debate.run("What is it?", { id: "two" }))).toMatchObject({
    name: "PanelFailedError",
  });
  const after = panel({}, { journal: other });
  const healed = await after.debate.run("What is it?", { id: "two" });
  expect(statuses(healed)).toEqual(["spoke", "spoke", "not_asked"]);
});

test("a plan counts everybody whom a lead of one vote may ask", async () => {
  for (const act of [500, "I would rather not say."]) {
    const { debate, asked } = panel({ ann: act, bob: act }, { poll: lead({ by: 1 }) });
    const { calls, usd } = await debate.plan("What is it?");
    expect(calls).toEqual({ min: 1, typical: 1, max: 3 });
    expect(usd.max).toBeGreaterThan(2 * (usd.typical ?? Infinity));
    await debate.run("What is it?").catch(() => undefined);
    expect(asked).toHaveLength(calls.max);
  }
  const limited = panel({}, { poll: lead({ by: 1, max: 2 }) });
  expect((await limited.debate.plan("What is it?")).calls.max).toBe(2);
});
