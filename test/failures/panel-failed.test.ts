import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  debate,
  fold,
  memoryJournal,
  type DebateConfig,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";
import { answering, panelSaying, says } from "../support/panel.ts";

const QUESTION = "What is the answer?";
const down = { error: "down" };
const config = (debaters: DebateConfig["debaters"]): DebateConfig => ({
  debaters,
  rounds: 2,
  revise: "everyone",
  stop: "never",
  answer: "exact",
  limits: { retries: 0 },
});

describe("too few replies in a later round, or none readable, end the debate with the last round that counts", () => {
  test("an unreadable round 1 leaves round 0's answer", async () => {
    const debaters = panelSaying(["red", ""], ["red", ""], ["blue", ""]);
    const result = await debate(QUESTION, config(debaters));
    expect(result).toMatchObject({
      answer: "red",
      stopReason: "panel_failed",
      agreement: 2 / 3,
      escalateToHuman: false,
      integrity: { degraded: true, unread: 3 },
      usage: { calls: 6 },
    });
    expect(result.rounds.map(({ shortfall }) => shortfall)).toEqual([
      undefined,
      "no reply could be read",
    ]);
    expect(result.dissent.map(({ debater, round }) => [debater, round])).toEqual([
      ["debater_2", 0],
    ]);
  });

  test("a reply of the round that doesn't count changes nobody's vote", async () => {
    const debaters = panelSaying(["red", "blue"], ["blue", down], ["red", down]);
    const result = await debate(QUESTION, config(debaters));
    expect(result).toMatchObject({ answer: "red", stopReason: "panel_failed" });
    expect(result.rounds[1]?.positions[0]?.text).toBe("blue");
    expect(result.decision.tally[0]).toMatchObject({ debaters: ["debater_0", "debater_2"] });
  });

  test("the judge judges the votes that count", async () => {
    const debaters = panelSaying(["red", ""], ["blue", ""]);
    const judge = says(answering("blue", 0.9));
    const result = await debate(QUESTION, { ...config(debaters), judge });
    expect(result).toMatchObject({
      answer: "blue",
      stopReason: "panel_failed",
      winner: "debater_1",
    });
    expect(judge.requests[0]?.peers.map(({ round }) => round)).toEqual([0, 0]);
  });

  test("too few replies in round 0 reject the run", async () => {
    const error = await rejection(debate(QUESTION, config(panelSaying("", "", ""))));
    expect(error.name).toBe("PanelFailedError");
  });

  test("under the same id the run goes on: those that failed are asked again", async () => {
    const journal = memoryJournal();
    const debaters = panelSaying(["red", "", "red"], ["red", "", "red"], ["blue", down, "blue"]);
    const held = { ...config(debaters), journal };
    expect((await debate(QUESTION, held, { id: "x" })).stopReason).toBe("panel_failed");
    const again = await debate(QUESTION, held, { id: "x" });
    // The unreadable replies of round 1 stand, since they were replies; round 2 follows.
    expect(again).toMatchObject({ stopReason: "max_rounds", answer: "red" });
    expect(debaters.map(({ requests }) => requests.length)).toEqual([3, 3, 4]);
    expect(fold((await journal.read("x"))?.events ?? []).result).toEqual(again);
  });

  test("whatever fails after round 0, the result has an answer and is degraded", async () => {
    const line = fc.constantFrom("red", "blue", "", down);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(line, line), { minLength: 3, maxLength: 5 }),
        async (lines) => {
          const debaters = panelSaying(...lines.map((later) => ["red", ...later]));
          const result = await debate(QUESTION, config(debaters));
          expect(result.answer).not.toBeNull();
          const amiss = lines.some(([first]) => typeof first !== "string" || first === "");
          if (amiss) expect(result.integrity.degraded).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});
