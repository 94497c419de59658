import { describe, expect, it } from "vitest";
import {
  debate,
  number,
  text,
  type DebateConfig,
  type DebateResult,
} from "../packages/rostrum/src/index.ts";
import { panelSaying, says } from "./support/panel.ts";

type Config = Partial<DebateConfig<unknown>>;

function ask(
  question: string,
  replies: readonly string[],
  config: Config = {},
): Promise<DebateResult<unknown>> {
  const debaters = panelSaying(...replies);
  return debate<unknown>(question, { debaters, rounds: 0, limits: { retries: 0 }, ...config });
}

/** Who agrees with whom, as the tally has it, largest group first. */
async function groups(question: string, replies: readonly string[], config: Config = {}) {
  const { decision } = await ask(question, replies, config);
  return decision.tally.map(({ debaters }) => debaters.map((name) => Number(name.split("_")[1])));
}

describe("F1: units decide", () => {
  it.each([
    ["How long does the restore take?", ["15 minutes", "15 days", "15 seconds"]],
    ["How much does it cost?", ["$5 million", "€5 million", "£5 million"]],
    ["How far is the depot?", ["5 km", "5 miles"]],
    [
      "How long does a full restore take?",
      [
        "A full restore takes about 15 minutes on the current hardware.",
        "Plan for 15 days: the tapes are off site.",
        "15 seconds.",
      ],
    ],
    [
      "Should we launch today?",
      ["Yes, launch today", "Yes, but only after the data-loss bug is fixed"],
    ],
    [
      "What is the answer?",
      ["Yes, launch today", "Yes, but only after the data-loss bug is fixed"],
    ],
  ])("F1: %s %j are different answers", async (question, replies) => {
    const result = await ask(question, replies);
    expect(result.agreement).toBeCloseTo(1 / replies.length, 12);
    expect(result).toMatchObject({ converged: false, escalateToHuman: true });
  });

  it.each([
    [
      "How long does the restore take?",
      ["90 minutes", "1.5 hours", "It takes an hour and a half."],
    ],
    ["How long does the restore take?", ["15", "15 minutes"]],
    ["How much does it cost?", ["$5 million", "5,000,000 dollars", "It costs $5M."]],
    ["How far is the depot?", ["5 miles", "8 km"]],
  ])("F1: %s %j are one answer", async (question, replies) => {
    expect((await ask(question, replies)).agreement).toBe(1);
  });

  it("F1: number() answers in the first member's unit", async () => {
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
  ])("F1: number() makes %j %d %s", async (replies, answer, unit) => {
    const result = await ask("How much?", replies, { answer: number() });
    expect(result).toMatchObject({ answer, unit, agreement: 1 });
  });

  it("F1: number() keeps units apart, and a tolerance holds in the answers' unit", async () => {
    const minutes = ["15 minutes", "15 days"];
    expect((await ask("How long?", minutes, { answer: number() })).agreement).toBe(0.5);
    const loose = { answer: number({ tolerance: 2 }) };
    expect((await ask("How long?", ["15 minutes", "16 min"], loose)).agreement).toBe(1);
    expect((await ask("How long?", ["15 minutes", "15.05 hours"], loose)).agreement).toBe(0.5);
  });

  it("F1: a sure router's number has its unit", async () => {
    const route = {
      type: "confident" as const,
      model: says('{"answer":"15 minutes","confidence":0.95}'),
    };
    const result = await ask("How long?", ["1", "2"], { answer: number(), route });
    expect(result).toMatchObject({ answer: 15, unit: "minutes", routing: "single_agent" });
  });
});

describe("F10: echoes and refusals don't vote", () => {
  it.each([
    ["your answer"],
    ["the short answer, the shortest possible version of your task"],
    ['{"answer": "your answer", "confidence": 0.9}'],
    ["Answer: <your answer>"],
    ["I don't know."],
    ["I'm sorry, but I don't have enough information to answer that."],
    ["As an AI language model, I cannot verify this."],
  ])("F10: %j is unread under auto", async (echo) => {
    for (const others of [
      ["Paris", "Paris"],
      ["42", "42"],
      ["Yes", "Yes"],
    ]) {
      const result = await ask("What is it?", [echo, ...others]);
      expect(result.rounds[0]?.positions[0]?.status).toBe("unread");
      expect(result.decision.tally).toHaveLength(1);
    }
  });

  it("F10: text() and number() don't count echoes either", async () => {
    const echoes = ["your answer", "a number from 0 to 1, your answer"];
    for (const answer of [text(), number()] as Config["answer"][]) {
      const result = await ask("What is it?", [...echoes, "42", "42"], { answer });
      expect(result.integrity.unread).toBe(2);
    }
  });

  it("F10: words of the instructions that the question asks for do count", async () => {
    expect((await ask("Which task comes first?", ["Task 1", "task 1"])).agreement).toBe(1);
    const evidence = "Is there evidence that vitamin C prevents colds?";
    const replies = [
      "There is no evidence that vitamin C prevents colds.",
      "No.",
      "No, there is none.",
    ];
    expect((await ask(evidence, replies)).agreement).toBe(1);
  });
});

describe("alternatives that the question names", () => {
  const database = "Should we use PostgreSQL or MongoDB for the orders service?";

  it("additions don't matter, a condition does", async () => {
    const replies = [
      "PostgreSQL",
      "PostgreSQL, with JSONB for the attributes.",
      "I would go with Postgres: you need transactions. MongoDB is fine for documents, but orders have joins.",
      "MongoDB, but only if the schema keeps changing.",
    ];
    expect(await groups(database, replies)).toEqual([[0, 1, 2], [3]]);
    expect((await ask(database, replies)).decision.basis).toBe("choice");
  });

  it("a reply that names none or both stays prose in the same debate", async () => {
    const replies = [
      "MongoDB.",
      "Use MongoDB; it scales.",
      "Either PostgreSQL or MongoDB would do.",
      "Neither: stay with the flat files.",
      "I recommend staying with flat files.",
    ];
    const found = await groups(database, replies);
    expect(found[0]).toEqual([0, 1]);
    expect(found.flat().toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
    expect(found.find((group) => group.includes(2))).toEqual([2]);
  });

  it("alternatives of what to do", async () => {
    const replies = ["Stay on Postgres.", "Keep Postgres and add a replica.", "Move to Dynamo."];
    expect(await groups("Should we move to DynamoDB or stay on Postgres?", replies)).toEqual([
      [0, 1],
      [2],
    ]);
  });

  it("yes and no, in a word or in a sentence", async () => {
    const replies = [
      "Yes.",
      "Yes, the clause is enforceable, because both parties signed it.",
      "The clause is not enforceable.",
      "Yes, provided that the second page was signed too.",
    ];
    expect(await groups("Is the clause enforceable?", replies)).toEqual([[0, 1], [2], [3]]);
  });
});

describe("prose", () => {
  it("different words for one answer", async () => {
    const replies = [
      "The outage was caused by an expired TLS certificate on the load balancer.",
      "An expired TLS certificate.",
      "I looked at the logs first. The root cause is that the TLS certificate had expired.",
      "A full disk on the primary database.",
    ];
    const found = await groups("What caused the outage?", replies);
    expect(found[0]?.slice(0, 2)).toEqual([0, 1]);
    expect(found.find((group) => group.includes(3))).toEqual([3]);
  });

  it("the answer shown is a sentence of the reply, word for word", async () => {
    const reply = `Good question. ${"There is a lot to weigh here, as always. ".repeat(12)}\n\nThe capital of Australia is Canberra. It was founded in 1913.`;
    const { answer, rounds } = await ask("What is the capital of Australia?", [reply, "Canberra"]);
    const said = rounds[0]?.positions[0]?.answer ?? "";
    expect(said).toBe("The capital of Australia is Canberra.");
    expect(answer).toBe(said);
    expect(rounds[0]?.agreement).toBe(1);
  });
});
