import { describe, expect, test } from "vitest";
import { emptyResult } from "../protocol/empty-result.ts";
import { listNotices } from "./notices.ts";
import { listRisks } from "./certainty.ts";

const handed = { expectedCost: 5.2, pWrong: 0.4, handedOver: true };

describe("what a result says about its risk", () => {
  test("nothing without stakes and without a guarantee", () => {
    expect(listRisks(emptyResult())).toEqual([]);
  });

  test("expected cost and probability of an error", () => {
    const result = { ...emptyResult(), answer: 7, stakes: handed };
    expect(listRisks(result)).toEqual([
      ["Expected cost", "$5.20: wrong with a probability of 40%, a person should answer"],
    ]);
  });

  test("why a question was handed over", () => {
    const over = { ...emptyResult(), escalateToHuman: true, stopReason: "handed_over" };
    const round = { index: 0, positions: [], agreement: 0, stopped: true };
    const words = (more: object): string =>
      listNotices({ ...over, ...more })
        .map(({ title }) => title)
        .join();
    expect(words({ stakes: { ...handed, pWrong: 1 } })).toContain(
      "costs less than asking the panel",
    );
    expect(words({ stakes: { ...handed, pWrong: 1 }, rounds: [round] })).toContain(
      "no reply could be read",
    );
    expect(words({ stakes: handed, rounds: [round], answer: 7 })).toContain("probability of 40%");
  });

  test("which guarantee", () => {
    const guarantee = {
      mode: "sure" as const,
      promise: "holder" as const,
      alpha: 0.05,
      delta: 0.1,
      threshold: 0.9,
      rows: 80,
      assumptions: "",
    };
    expect(listRisks({ ...emptyResult(), guarantee })[0]?.[1]).toBe(
      "of decided answers, at most 5% are wrong, with 90% confidence (certified on 80 questions like this one)",
    );
    const average = { ...guarantee, mode: "delivered", promise: "average" } as const;
    expect(listRisks({ ...emptyResult(), guarantee: average })[0]?.[1]).toContain(
      "at most 5% are decided and wrong, on average over calibrations",
    );
  });
});
