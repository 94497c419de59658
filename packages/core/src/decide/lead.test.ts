import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConfigError } from "../errors.ts";
import { askForLead, measureLead } from "./ask-for-lead.ts";
import { lead, type LeadRule } from "./lead.ts";

describe("lead", () => {
  it("asks for a lead of three unless told otherwise", () => {
    expect(lead()).toEqual({ type: "lead", by: 3 });
    expect(lead({ by: 2, max: 9 })).toEqual({ type: "lead", by: 2, max: 9 });
  });

  it.each([
    [{ target: 0.99, steps: 1, errorRate: 0.1 }, 3],
    [{ target: 0.99, steps: 1_000_000, errorRate: 0.01 }, 5],
    [{ target: 0.95, steps: 30_000, errorRate: 0.002 }, 3],
    [{ target: 0.5, steps: 1, errorRate: 0.4 }, 1],
  ])("computes the lead that a chain needs: %j", (needs, by) => {
    expect(lead(needs).by).toBe(by);
  });

  it("is the smallest lead that keeps the whole chain within its target", () => {
    const rates = fc.double({ min: 1e-6, max: 0.45, noNaN: true });
    const targets = fc.double({ min: 0.01, max: 0.999_999, noNaN: true });
    fc.assert(
      fc.property(targets, fc.integer({ min: 1, max: 10_000_000 }), rates, (target, steps, e) => {
        const { by } = lead({ target, steps, errorRate: e });
        const wrong = (k: number): number => 1 / (1 + ((1 - e) / e) ** k);
        const allowed = (1 - target) / steps;
        expect(wrong(by)).toBeLessThanOrEqual(allowed * (1 + 1e-6));
        if (by > 1) expect(wrong(by - 1)).toBeGreaterThan(allowed * (1 - 1e-6));
      }),
    );
  });

  it.each([
    [{ by: 0 }, "by"],
    [{ by: 1.5 }, "by"],
    [{ by: Number.NaN }, "by"],
    [{ by: 3, max: 2 }, "max"],
    [{ by: 3, steps: 5 }, "by"],
    [{ target: 1, steps: 5, errorRate: 0.1 }, "target"],
    [{ target: 0.9, errorRate: 0.1 }, "steps"],
    [{ target: 0.9, steps: 5 }, "errorRate"],
    [{ target: 0.9, steps: 5, errorRate: 0.5 }, "errorRate"],
    [{ target: 0.9, steps: 1e9, errorRate: 0.4999 }, "errorRate"],
  ])("refuses %j and names %s", (options, field) => {
    expect(() => lead(options)).toThrow(ConfigError);
    expect(() => lead(options)).toThrow(`lead.${field}`);
  });
});

describe("askForLead", () => {
  /** Votes in panel order; `null` doesn't count. Returns what was asked, batch by batch. */
  function poll(rule: LeadRule, votes: readonly (string | null)[]): [number[], string] {
    const batches: number[] = [];
    let asked = 0;
    for (;;) {
      const names = [...new Set(votes.slice(0, asked).filter((vote) => vote !== null))];
      const groups = names.map((name) =>
        votes.slice(0, asked).flatMap((vote, at) => (vote === name ? [at] : [])),
      );
      const left = votes.map((_, at) => at).slice(asked);
      const next = askForLead(rule, groups, left, asked);
      if (next.type !== "ask") return [batches, next.type];
      batches.push(next.members.length);
      asked += next.members.length;
    }
  }

  it.each([
    ["aaa", 3, [3], "sure"],
    ["aabaa", 3, [3, 2], "sure"],
    ["abbbbb", 3, [3, 2], "sure"],
    ["ababab", 3, [3, 2, 1], "all_asked"],
    ["a-aa", 3, [3, 1], "sure"],
    ["a", 3, [1], "all_asked"],
    ["ab", 1, [1], "sure"],
  ])("%s, led by %i", (votes, by, batches, end) => {
    const said = [...votes].map((vote) => (vote === "-" ? null : vote));
    expect(poll({ type: "lead", by }, said)).toEqual([batches, end]);
  });

  it("asks no more than `max`", () => {
    expect(poll({ type: "lead", by: 2, max: 3 }, [..."abab"])).toEqual([[2, 1], "all_asked"]);
  });

  it("measures the lead on the second largest group", () => {
    expect(measureLead([])).toBe(0);
    expect(measureLead([[1], [0, 2, 3], [4, 5]])).toBe(1);
  });
});
