import { describe, expect, test } from "vitest";
import {
  Debate,
  memoryJournal,
  number,
  toMarkdown,
  type DebateConfig,
} from "../../packages/rostrum/src/index.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { lastTurn, says } from "../support/panel.ts";

const QUESTION = "How many?";
const refutes = '{"refuted": true, "reason": "It forgot to carry the one."}';
const upholds = '{"refuted": false, "reason": "I computed it again."}';

function panel(reply: string, config: Partial<DebateConfig<number>> = {}) {
  const auditor = scripted([reply], { repeatLast: true });
  const debate = new Debate<number>({
    debaters: [says("Long thoughts.\nAnswer: 41"), says("Other thoughts.\nAnswer: 41")],
    answer: number(),
    rounds: 0,
    audit: { model: auditor },
    ...config,
  });
  return { auditor, debate };
}

describe("an audit", () => {
  test("marks a unanimous answer that it refutes for a person, with its reason", async () => {
    const { auditor, debate } = panel(refutes);
    const result = await debate.run(QUESTION, { id: "x" });
    expect(result).toMatchObject({
      answer: 41,
      escalateToHuman: true,
      audit: { refuted: true, reason: "It forgot to carry the one." },
      usage: { calls: 3 },
    });
    expect(auditor.requests).toMatchObject([{ stepId: "x__audit", role: "audit" }]);
    expect(lastTurn(auditor.requests[0]!)).toContain("Long thoughts.");
    expect(lastTurn(auditor.requests[0]!)).toContain("Other thoughts.");
    expect(toMarkdown(result)).toContain("It forgot to carry the one.");
    expect((await debate.plan(QUESTION)).calls.max).toBeGreaterThanOrEqual(3);
  });

  test("lets an answer pass that it can't refute", async () => {
    const result = await panel(upholds).debate.run(QUESTION);
    expect(result).toMatchObject({ escalateToHuman: false, audit: { refuted: false } });
  });

  test("is not asked where the panel is divided", async () => {
    const { auditor, debate } = panel(refutes, {
      debaters: [says("Answer: 41"), says("Answer: 42")],
    });
    expect(await debate.run(QUESTION)).not.toHaveProperty("audit");
    expect(auditor.requests).toHaveLength(0);
  });

  test("is not asked about an answer that a checker confirmed, and gets its word otherwise", async () => {
    for (const lock of [true, false]) {
      const confirmed = panel(refutes, { verify: { check: () => "ok", lock } });
      expect((await confirmed.debate.run(QUESTION)).escalateToHuman).toBe(false);
      expect(confirmed.auditor.requests).toHaveLength(0);
    }
    const unsure = panel(upholds, {
      verify: () => ({ verdict: "unknown", says: "no table for it" }),
    });
    await unsure.debate.run(QUESTION);
    expect(lastTurn(unsure.auditor.requests[0]!)).toContain("unknown. no table for it");
  });

  test.each(["I am not sure.", '{"refuted": "yes"}', '{"refuted": true}'])(
    "that says %j has not happened, and the result says so",
    async (reply) => {
      const result = await panel(reply).debate.run(QUESTION);
      expect(result.integrity.missing).toMatchObject([{ what: "audit" }]);
      expect(result).toMatchObject({ answer: 41, escalateToHuman: false });
    },
  );

  test("is replayed from the journal", async () => {
    const { auditor, debate } = panel(refutes, { journal: memoryJournal() });
    await debate.run(QUESTION, { id: "x" });
    expect((await debate.replay("x")).audit).toMatchObject({ refuted: true });
    expect(auditor.requests).toHaveLength(1);
  });
});
