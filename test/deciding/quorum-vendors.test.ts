import { Debate, type DebateConfig, type ModelFunction } from "rostrum";
import { expect, test } from "vitest";
import { rejection } from "../support/outcomes.ts";

const says =
  (answer: string): ModelFunction =>
  () =>
    `Answer: ${answer}\nConfidence: 0.9`;
const breaks: ModelFunction = () => {
  throw new Error("down");
};

/** Members by vendor, in panel order. */
function panel(members: [vendor: string, model: ModelFunction][], quorum: object | number): Debate {
  const debaters = members.map(([vendor, model], index) => ({ name: `m${index}`, vendor, model }));
  const limits = { retries: 0, quorum } as DebateConfig["limits"];
  return new Debate({ debaters, rounds: 0, limits });
}

test("replies of enough members and vendors are a quorum", async () => {
  const members: [string, ModelFunction][] = [
    ["a", says("1")],
    ["a", says("1")],
    ["b", says("1")],
  ];
  const result = await panel(members, { members: 3, vendors: 2 }).run("Q?");
  expect(result).toMatchObject({ answer: "1", integrity: { degraded: false } });
});

test("members that failed don't stand for their vendor, and the error counts them", async () => {
  const members: [string, ModelFunction][] = [
    ["a", says("1")],
    ["a", says("1")],
    ["b", breaks],
    ["c", breaks],
  ];
  const error = await rejection(panel(members, { members: 2, vendors: 2 }).run("Q?"));
  expect(error.message).toContain(
    "too few vendors: 2 of 4 members replied, from 1 vendor (a); limits.quorum.vendors expects 2",
  );
  expect(error.message).toContain("m2: down");
  // The same panel has a quorum of members.
  expect((await panel(members, 2).run("Q?")).integrity.dropped).toHaveLength(2);
  expect((await panel(members, { vendors: 1 }).run("Q?")).answer).toBe("1");
});

test("a race is not settled by members that it cancels: their vendors must reply", async () => {
  const others = Promise.withResolvers<void>();
  const late: ModelFunction = async () => {
    await others.promise;
    return "Answer: 1";
  };
  const debaters = ["a", "a", "a", "b", "c"].map((vendor, index) => ({
    name: `m${index}`,
    vendor,
    model: vendor === "a" ? says("1") : vendor === "b" ? late : () => new Promise<never>(() => {}),
  }));
  const debate = new Debate({
    debaters,
    rounds: 0,
    answer: "exact",
    poll: "race",
    limits: { quorum: { members: 2, vendors: 2 } },
  });
  let replied = 0;
  const result = await debate.run("Q?", {
    onEvent: ({ type }) => {
      if (type === "debate.response" && ++replied === 3) others.resolve();
    },
  });
  expect(result.rounds[0]?.positions.map(({ status }) => status)).toEqual([
    "spoke",
    "spoke",
    "spoke",
    "spoke",
    "cancelled",
  ]);
});

test("in a later round too few vendors end the debate with the last round that counts", async () => {
  const flaky: ModelFunction = ({ round }) => {
    if (round > 0) throw new Error("gone");
    return "Answer: 2\nConfidence: 0.9";
  };
  const debaters = [
    { name: "a", vendor: "a", model: says("1") },
    { name: "b", vendor: "a", model: says("1") },
    { name: "c", vendor: "b", model: flaky },
  ];
  const result = await new Debate({
    debaters,
    rounds: 1,
    revise: "everyone",
    stop: "never",
    limits: { retries: 0, quorum: { members: 2, vendors: 2 } },
  }).run("Q?");
  expect(result).toMatchObject({
    answer: "1",
    stopReason: "panel_failed",
    integrity: { degraded: true },
  });
});

test.each([
  [{ members: 3 }, "at most the number of debaters, 2"],
  [{ vendors: 3 }, "at most the number of vendors in the panel (known are a, b"],
  [{ vendors: 0 }, "a whole number, 1 or more, or { members, vendors }"],
  [{ member: 2 }, "a whole number, 1 or more, or { members, vendors }"],
  [0, "a whole number, 1 or more, or { members, vendors }"],
  ["2", "a whole number, 1 or more, or { members, vendors }"],
])("a quorum of %j is refused", (quorum, words) => {
  const members: [string, ModelFunction][] = [
    ["a", says("1")],
    ["b", says("1")],
  ];
  expect(() => panel(members, quorum as object)).toThrow(words);
});

test("a panel whose vendors are unknown can't promise vendors", () => {
  const limits = { quorum: { vendors: 1 } };
  expect(() => new Debate({ debaters: [says("1"), says("1")], limits })).toThrow("none is known");
});
