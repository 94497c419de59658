import { describe, expect, it } from "vitest";
import {
  choice,
  debate,
  exact,
  number,
  type DebateConfig,
  type DebateResult,
} from "../../packages/rostrum/src/index.ts";
import { panelSaying, says } from "../support/panel.ts";

type Config = Partial<DebateConfig<unknown>>;

function ask(
  question: string,
  replies: readonly string[],
  config: Config = {},
): Promise<DebateResult<unknown>> {
  const debaters = panelSaying(...replies);
  return debate<unknown>(question, { debaters, rounds: 0, limits: { retries: 0 }, ...config });
}

const statusOf = ({ rounds }: DebateResult<unknown>): (string | undefined)[] =>
  (rounds[0]?.positions ?? []).map(({ status }) => status);

describe("quantities", () => {
  it.each([
    ["How long does the restore take?", ["15 minutes", "15 days", "15 seconds"]],
    ["How much does it cost?", ["$5 million", "€5 million", "£5 million"]],
    ["How far is the depot?", ["5 km", "5 miles"]],
    ["How many fit?", ["12", "12 %"]],
    ["When does it start?", ["9:00", "21:00"]],
    ["Which protocol?", ["IPv6", "IPv4"]],
    ["Should we launch today?", ["Yes", "Yes, but only after the data-loss bug is fixed"]],
  ])("%s %j are different answers", async (question, replies) => {
    const result = await ask(question, replies);
    expect(result.agreement).toBeCloseTo(1 / replies.length, 12);
    expect(result).toMatchObject({ converged: false, escalateToHuman: true });
  });

  it.each([
    ["How long does the restore take?", ["90 minutes", "1.5 hours", "1 hour 30 minutes"]],
    ["How long does the restore take?", ["15", "15 minutes"]],
    ["How much does it cost?", ["$5 million", "5,000,000 dollars", "$5M"]],
    ["When was it signed?", ["July 4, 1776", "4 July 1776", "1776-07-04"]],
    ["Is it safe?", ["yes", "Yes.", "YES"]],
  ])("%s %j are one answer", async (question, replies) => {
    expect((await ask(question, replies)).agreement).toBe(1);
  });

  it("number() reads short nouns of the question, and parts of it", async () => {
    const wall = "How many men are needed in April to build the wall?";
    const replies = ["12", "12 men", "12 MEN", "12 men needed", "12 men in April", "12 per man"];
    const result = await ask(wall, replies, { answer: number() });
    expect(statusOf(result)).toEqual([...Array<string>(5).fill("spoke"), "unread"]);
    expect(result.decision.tally).toHaveLength(1);
  });

  it("number() answers in the first member's unit", async () => {
    const result = await ask("How long?", ["90 minutes", "1.5 hours", "2 h"], { answer: number() });
    expect(result).toMatchObject({ answer: 90, unit: "minutes", agreement: 2 / 3 });
    expect(result.decision.tally.map(({ answer }) => answer)).toEqual(["90 minutes", "2 h"]);
  });

  it.each([
    [["1.5 hours", "90 minutes"], 1.5, "hours"],
    [["15", "15 days"], 15, "days"],
    [["15", "15"], 15, null],
    [["50%", "50 percent"], 50, "%"],
    [["The total is $1,234.00", "Answer: 1234"], 1234, "$"],
    [["5 feet 6 inches", "66 inches"], 5.5, "feet"],
    [["3 teaspoons", "1 tablespoon"], 3, "teaspoons"],
    [["1234567890123 m", "1234567890.123 km"], 1234567890123, "m"],
    [["Answer: 36 (24 + 12)", "36"], 36, null],
  ])("number() makes %j %d %s", async (replies, answer, unit) => {
    const result = await ask("How much?", replies, { answer: number() });
    expect(result).toMatchObject({ answer, unit, agreement: 1 });
  });

  it.each([
    ["1234567890123 apples", "1234567890124 apples"],
    ["$1,234,567,890,123", "$1,234,567,890,124"],
    ["123456789 kilobytes", "123456789001 bytes"],
    ["1234567890.123 km", "1234567890124 m"],
  ])("number() tells %s from %s, whose last digits differ", async (one, other) => {
    const result = await ask("How many apples?", [one, other, other], { answer: number() });
    expect(result).toMatchObject({ winner: "debater_1", agreement: 2 / 3 });
  });

  it.each(["1e308 million", "-1.797693134862315e308", "1e307 km"])(
    "number() doesn't read %j, which is infinite for a computer",
    async (huge) => {
      const result = await ask("How far?", [huge, "5 m"], { answer: number() });
      expect(statusOf(result)).toEqual(["unread", "spoke"]);
    },
  );

  it("number() keeps units apart, and a tolerance holds in the answers' unit", async () => {
    const minutes = ["15 minutes", "15 days"];
    expect((await ask("How long?", minutes, { answer: number() })).agreement).toBe(0.5);
    const loose = { answer: number({ tolerance: 2 }) };
    expect((await ask("How long?", ["15 minutes", "16 min"], loose)).agreement).toBe(1);
    expect((await ask("How long?", ["15 minutes", "15.05 hours"], loose)).agreement).toBe(0.5);
  });

  it("a sure router's number has its unit", async () => {
    const route = {
      type: "confident" as const,
      model: says('{"answer":"15 minutes","confidence":0.95}'),
    };
    const result = await ask("How long?", ["1", "2"], { answer: number(), route });
    expect(result).toMatchObject({ answer: 15, unit: "minutes", routing: "single_agent" });
  });
});

describe("what can't be read with certainty doesn't vote", () => {
  it.each([
    ["I'm sorry, but I can't help with that request."],
    ["I'm sorry, but I don't have enough information to answer that."],
    ["I don't know."],
    ["As an AI language model, I cannot verify this."],
    ["Answer: <your answer>"],
  ])("%j is unread in a debate of words", async (reply) => {
    const result = await ask("Which city?", [reply, "Paris", "Paris"]);
    expect(statusOf(result)).toEqual(["unread", "spoke", "spoke"]);
    expect(result).toMatchObject({ answer: "Paris", integrity: { unread: 1, degraded: true } });
  });

  it("two refusals never win against one answer", async () => {
    const refusal = "I'm sorry, but I can't help with that request.";
    const result = await ask("Which city?", [refusal, refusal, "Paris"]);
    expect(result).toMatchObject({ answer: "Paris", escalateToHuman: true });
    expect(result.integrity).toMatchObject({ unread: 2, degraded: true });
  });

  it.each([
    ["I can't approve.", "approve"],
    ["Don't approve it.", "approve"],
    ["Those who approve are mistaken.", "approve"],
  ])("%j is not a vote to approve", async (reply) => {
    const answer = choice(["approve", "reject"]);
    const result = await ask("Should we merge this?", [reply, "reject", "reject"], { answer });
    expect(statusOf(result)).toEqual(["unread", "spoke", "spoke"]);
  });

  it("who quotes somebody doesn't hand over the vote", async () => {
    const quoting = "Answer: 84\n\nSomebody wrote:\n\n> Answer: 94\n\nThis quote is wrong.";
    expect(await ask("How many?", [quoting, "84"], { answer: number() })).toMatchObject({
      answer: 84,
      agreement: 1,
    });
  });
});

describe("whole answers", () => {
  const query = (condition: string): string =>
    `A self-join does it.\n\nAnswer:\n\`\`\`sql\nDELETE FROM emails a\nUSING emails b\nWHERE ${condition};\n\`\`\``;

  it("code is all its lines: two queries that differ in one are two answers", async () => {
    const replies = [query("a.id > b.id"), query("a.id < b.id")];
    const result = await ask("How do we delete duplicates?", replies);
    expect(result.agreement).toBe(0.5);
    expect(result.rounds[0]?.positions[0]?.answer).toBe(
      "DELETE FROM emails a\nUSING emails b\nWHERE a.id > b.id;",
    );
  });

  it("lists that differ after the first item are two answers", async () => {
    const replies = ["Answer:\n- Java\n- Kotlin", "Answer:\n- Java\n- Scala"];
    expect((await ask("Which two languages?", replies)).agreement).toBe(0.5);
  });

  it("prose without a mark stands whole: nothing picks a sentence out of it", async () => {
    const prose =
      "🚨 Go to the emergency room immediately.\n\nOn the way, you may give 2 teaspoons of honey.";
    const result = await ask("What do we do?", [prose, "Go to the emergency room immediately."]);
    expect(result.rounds[0]?.positions[0]?.answer).toBe(prose);
    expect(result.agreement).toBe(0.5);
    expect(result.warnings.join()).toContain("compare");
  });

  it("texts that a program puts out count character by character under exact()", async () => {
    const answer = exact();
    expect((await ask("Output?", ["'qdh'", "'Qdh'"], { answer })).agreement).toBe(0.5);
    expect((await ask("Output?", ["2z$&", "2$z&"])).agreement).toBe(0.5);
  });
});
