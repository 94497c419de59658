import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  memoryJournal,
  ModelError,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";
import { lastTurn, panelSaying, says } from "../support/panel.ts";
import { ALSO_STAY, config, MOVE, QUESTION, STAY, STICK, wording } from "../support/prose-panel.ts";

/** A model behind an id, with what it says as a debater and as a comparer; `null`: it has no access. */
function modelSaying(modelId: string, answer: string | null): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    modelId,
    doGenerate: async ({ prompt }) => {
      if (answer === null) throw new ModelError("no such key", { status: 401, retryable: false });
      const asked = JSON.stringify(prompt);
      const text = asked.includes("Put every number") ? '{"groups": [{"items": [1, 2]}]}' : answer;
      return {
        content: [{ type: "text", text }],
        finishReason: { unified: "stop", raw: undefined },
        usage: {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: undefined },
          outputTokens: { total: 1, text: 1, reasoning: undefined },
        },
        warnings: [],
      };
    },
  });
}

describe("who compares", () => {
  test("a debater that has just failed isn't asked while another can be", async () => {
    const [dead, first, second] = [
      modelSaying("dead", null),
      modelSaying("first", STAY),
      modelSaying("second", STICK),
    ];
    const result = await debate(QUESTION, config({ debaters: [dead, first, second], rounds: 0 }));
    expect(dead.doGenerateCalls).toHaveLength(1);
    expect(first.doGenerateCalls).toHaveLength(2);
    expect(result.rounds[0]?.positions.map(({ cluster }) => cluster)).toEqual([null, 0, 0]);
    expect(result.integrity.compared).toEqual({ asked: 1, failed: 0, skipped: 0 });
  });

  test("nor is it asked for the crux or the report", async () => {
    const dead = modelSaying("dead", null);
    const alive = [modelSaying("first", STAY), modelSaying("second", MOVE)];
    const result = await debate(
      QUESTION,
      config({
        debaters: [dead, ...alive],
        rounds: 1,
        crux: true,
        report: "claims",
        compare: "rules",
      }),
    );
    expect(dead.doGenerateCalls).toHaveLength(1);
    // Neither says anything usable, but both were asked.
    expect(result.integrity.missing.map(({ what, error }) => [what, error])).toEqual([
      ["crux", expect.stringContaining("not a claim")],
      ["claims", expect.stringContaining("no claims")],
    ]);
  });

  test("all candidates are one model in the plan, at the highest price", async () => {
    const plan = (...prices: number[]): ReturnType<Debate["plan"]> => {
      const debaters = prices.map((output, index) => ({
        model: modelSaying(`m${index}`, STAY),
        price: { input: 0, output },
      }));
      return new Debate(config({ debaters, rounds: 0 })).plan(QUESTION);
    };
    const [cheap, dear] = [await plan(1, 1, 1), await plan(1, 1, 9)];
    expect(cheap.calls.typical).toBe(4);
    expect(dear.calls.typical).toBe(4);
    // Four calls at one dollar; or two debaters at one, one at nine, and a comparison at nine.
    expect((dear.usd.max ?? 0) / (cheap.usd.max ?? 1)).toBeCloseTo((1 + 1 + 9 + 9) / 4);
  });

  test("a run is resumed though another can compare by now", async () => {
    const journal = memoryJournal();
    const leave = new AbortController();
    const panel = (key: boolean): DebateConfig =>
      config({
        debaters: [
          modelSaying("first", key ? ALSO_STAY : null),
          modelSaying("second", STAY),
          ({ round }: ModelRequest) => {
            if (round === 1 && !key) leave.abort();
            return MOVE;
          },
        ],
        rounds: 1,
        stop: "never",
        revise: "everyone",
        journal,
      });
    const cut = debate(QUESTION, panel(false), { id: "run", signal: leave.signal });
    expect(await rejection(cut)).toMatchObject({ name: "AbortError" });
    const result = await debate(QUESTION, panel(true), { id: "run" });
    expect(result.rounds.map(({ positions }) => positions[0]?.status)).toEqual(["failed", "spoke"]);
    expect(result.rounds[0]?.positions.map(({ cluster }) => cluster)).toEqual([null, 0, 0]);
  });

  test("a resumed run asks the same comparer", async () => {
    const journal = memoryJournal();
    const models = [modelSaying("a", STAY), modelSaying("b", STICK)];
    const settings = config({ debaters: models, rounds: 0, journal });
    const first = await debate(QUESTION, settings, { id: "run" });
    const again = await debate(QUESTION, settings, { id: "run" });
    expect(again.agreement).toBe(first.agreement);
    expect(models.map(({ doGenerateCalls }) => doGenerateCalls.length)).toEqual([2, 1]);
  });
});

describe("a comparer reads", () => {
  const grouping = says('{"groups": [{"items": [1, 2]}]}');

  test("all lines of an answer", async () => {
    const lines = "Keep Postgres:\n- the team knows it\n- it is paid for";
    const compare = says('{"groups": [{"items": [1, 2]}]}');
    const debaters = [{ answer: lines }, { answer: wording(MOVE) }].map(
      (reply) => () => JSON.stringify(reply),
    );
    await debate(QUESTION, { debaters, compare, rounds: 0 });
    expect(compare.requests[0]?.items).toEqual([lines, wording(MOVE)]);
  });

  test("what a question follows up", async () => {
    const journal = memoryJournal();
    const settings = config({ debaters: panelSaying(STAY, MOVE), compare: grouping, rounds: 0 });
    const panel = new Debate({ ...settings, journal });
    await panel.run(QUESTION, { id: "first" });
    await panel.follow("first", "And if the team grows?");
    const turn = lastTurn(grouping.requests.at(-1) as ModelRequest);
    expect(grouping.requests).toHaveLength(2);
    expect(turn).toContain("begin: the earlier debate]]");
    expect(turn).toContain(QUESTION);
    expect(turn).toContain("And if the team grows?");
  });

  test("the conversation before a question, and no documents", async () => {
    const compare = says('{"groups": [{"items": [1, 2]}]}');
    const context = [
      { role: "user" as const, content: "We run a shop." },
      { document: "notes.md", text: "A long report." },
    ];
    await debate(
      { text: QUESTION, context },
      config({ debaters: panelSaying(STAY, MOVE), compare, rounds: 0 }),
    );
    const turn = lastTurn(compare.requests[0] as ModelRequest);
    expect(turn).toContain("We run a shop.");
    expect(turn).not.toContain("A long report.");
  });
});

describe("answers in prose that rules alone compare", () => {
  const WARNING = /(?:no model compares|not compared by a model).*`compare`/i;
  const warned = async (settings: Partial<DebateConfig>): Promise<string> =>
    (await new Debate(config(settings)).plan(QUESTION)).warnings.join("\n");

  test("the plan says so, and what to do", async () => {
    for (const answer of ["auto", "text"] as const)
      expect(await warned({ answer })).toMatch(WARNING);
    expect(await warned({ compare: "rules" })).toMatch(WARNING);
    expect(await warned({ compare: says("x") })).not.toMatch(WARNING);
    expect(await warned({ answer: "exact" })).not.toMatch(WARNING);
    expect(await warned({ debaters: "embedded", answer: "auto" })).not.toMatch(WARNING);
  });

  test("the result says so where it made a difference", async () => {
    const open = await debate(QUESTION, config({ rounds: 0 }));
    expect(open.warnings.join("\n")).toMatch(WARNING);
    const compared = await debate(
      QUESTION,
      config({ compare: says('{"groups": [{"items": [1, 2, 3]}]}'), rounds: 0 }),
    );
    expect(compared.warnings.join("\n")).not.toMatch(WARNING);
    const same = config({ debaters: panelSaying(ALSO_STAY, ALSO_STAY), rounds: 0 });
    expect((await debate(QUESTION, same)).warnings.join("\n")).not.toMatch(WARNING);
    const figures = { debaters: panelSaying("Answer: 41", "Answer: 42"), rounds: 0 };
    expect((await debate("How many?", figures)).warnings.join("\n")).not.toMatch(WARNING);
  });
});
