import { describe, expect, test } from "vitest";
import { Debate, fold, judged, type DebateEvent } from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";

const red = "Answer: red\n\nIt is the colour of the lamp.";
const blue = "Answer: blue\n\nIt is the colour of the wall.";

describe("structured judging", () => {
  test("keeps reasons, dissent and citations that point at positions", async () => {
    const verdict = JSON.stringify({
      answer: "red",
      confidence: 0.8,
      justification: "The lamp was asked about.",
      dissent: "The wall is blue.",
      citations: [
        { position: "ANN", quote: "the colour of the lamp" },
        { position: "BOB", quote: "the colour of the sky" },
        { position: "NOBODY" },
        "BOB",
      ],
    });
    const judge = scripted([verdict]);
    const debate = new Debate({
      debaters: [
        { name: "ANN", model: scripted([red]) },
        { name: "BOB", model: scripted([blue]) },
      ],
      judge,
      anonymous: false,
      rounds: 0,
      decide: judged({ structured: true }),
    });
    const events: DebateEvent[] = [];
    const stream = debate.stream("Which colour?");
    for await (const event of stream) events.push(event);
    const result = await stream.result;
    expect(result).toMatchObject({
      answer: "red",
      confidence: 0.8,
      confidenceBasis: "judge",
      text: verdict,
    });
    expect(result.decision).toMatchObject({
      justification: "The lamp was asked about.",
      dissent: "The wall is blue.",
      citations: [
        {
          source: "position",
          debater: "ANN",
          round: 0,
          text: "the colour of the lamp",
          at: [19, 41],
          verified: true,
        },
        {
          source: "position",
          debater: "BOB",
          round: 0,
          text: "the colour of the sky",
          at: null,
          verified: false,
        },
      ],
    });
    expect(result.integrity).toMatchObject({ unverifiedQuotes: 1, degraded: true });
    expect(judge.requests[0]?.messages.at(-1)?.content).toContain('"citations"');
    expect(fold(events).result).toEqual(result);
  });

  test("in both orders: an agreeing judge decides, and both calls are counted", async () => {
    const judge = scripted(["Answer: red", "Answer: red"]);
    const result = await new Debate({
      debaters: [scripted([red]), scripted([blue])],
      judge,
      rounds: 0,
      decide: judged({ bothOrders: true }),
    }).run("Which colour?", { id: "x" });
    expect(result.decision).toMatchObject({ method: "judged", ordersAgree: true });
    expect(result.usage.calls).toBe(4);
    expect(result.integrity).toMatchObject({ planned: 4, completed: 4, degraded: false });
    expect(judge.requests.map(({ stepId }) => stepId)).toEqual(["x__judge", "x__judge_reversed"]);
    const [first, second] = judge.requests.map(({ messages }) => messages.at(-1)?.content ?? "");
    const lampFirst = (text = ""): boolean => text.indexOf("lamp") < text.indexOf("wall");
    expect(lampFirst(first)).not.toBe(lampFirst(second));
  });

  test("in both orders: one of two calls that fails is one that brought no reply", async () => {
    const stream = new Debate({
      debaters: [scripted([red]), scripted([blue])],
      judge: ({ stepId }) => {
        if (stepId.endsWith("_reversed")) throw new Error("gone");
        return "Answer: red";
      },
      rounds: 0,
      decide: judged({ bothOrders: true }),
      limits: { retries: 0 },
    }).stream("Which colour?");
    const events: DebateEvent[] = [];
    for await (const event of stream) events.push(event);
    const result = await stream.result;
    expect(result.integrity).toMatchObject({ planned: 4, completed: 3, degraded: true });
    expect(fold(events).result).toEqual(result);
  });

  test("in both orders: a judge that contradicts itself leaves it to the vote, visibly", async () => {
    const result = await new Debate({
      debaters: [scripted([blue]), scripted([blue]), scripted([red])],
      judge: scripted(["Answer: red", "Answer: blue"]),
      rounds: 0,
      decide: judged({ bothOrders: true }),
    }).run("Which colour?");
    expect(result.answer).toBe("blue");
    expect(result.decision.ordersAgree).toBe(false);
    expect(result.integrity).toMatchObject({ degraded: true, fallback: "majority" });
  });

  test.each<[string, () => string]>([
    ["contradicts itself", () => "Answer: ANN"],
    [
      "fails the second time",
      () => {
        throw new Error("gone");
      },
    ],
  ])(
    "in both orders: a judge that picks and %s leaves it to the vote, visibly",
    async (_, second) => {
      const result = await new Debate({
        debaters: [
          { name: "ANN", model: scripted([blue]) },
          { name: "BOB", model: scripted([blue]) },
          { name: "CAT", model: scripted([red]) },
        ],
        judge: ({ stepId }) => (stepId.endsWith("_reversed") ? second() : "Answer: CAT"),
        anonymous: false,
        rounds: 0,
        decide: judged({ bothOrders: true, mode: "pick" }),
        limits: { retries: 0 },
      }).run("Which colour?");
      expect(result.answer).toBe("blue");
      expect(result.integrity).toMatchObject({ degraded: true, fallback: "majority" });
    },
  );
});
