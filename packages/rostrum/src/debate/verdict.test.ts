import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pickedLabel } from "./verdict.ts";

const AGENTS = ["AGENT_A", "AGENT_B", "AGENT_1", "AGENT_10"];

describe("the label a judge picked", () => {
  test.each([
    ["AGENT_B: it is better supported", "AGENT_B"],
    ["**AGENT_B**: better than AGENT_A", "AGENT_B"],
    ["__AGENT_B__: better than AGENT_A", "AGENT_B"],
    ["*AGENT_B*: better than AGENT_A", "AGENT_B"],
    ["_AGENT_B_ — AGENT_A overlooks the cost", "AGENT_B"],
    ["`AGENT_B`: better than `AGENT_A`", "AGENT_B"],
    ['"AGENT_B": better than "AGENT_A"', "AGENT_B"],
    ["“AGENT_B”: better than AGENT_A", "AGENT_B"],
    ["[AGENT_B] better than AGENT_A", "AGENT_B"],
    ["# AGENT_B\n\nBetter than AGENT_A.", "AGENT_B"],
    ["- AGENT_B, since AGENT_A errs", "AGENT_B"],
    ["\n\n  AGENT_B\n", "AGENT_B"],
    ["AGENT_10: over AGENT_1", "AGENT_10"],
    ["AGENT_1: over AGENT_10", "AGENT_1"],
    ["AGENT_10", "AGENT_10"],
    ["AGENT_B wins over AGENT_A", "AGENT_B"],
    ["AGENT_B is better than AGENT_A", "AGENT_B"],
    ["AGENT_B because AGENT_A is careless", "AGENT_B"],
    ["Winner: AGENT_B\nReason: AGENT_A is careless", "AGENT_B"],
    ["**Winner:** AGENT_B", "AGENT_B"],
    ["**Winner: AGENT_B**, not AGENT_A", "AGENT_B"],
    ["The winner is AGENT_B, not AGENT_A", "AGENT_B"],
    ["AGENT_A is careful.\nAGENT_B is right.\n\nThe winner is AGENT_B.", "AGENT_B"],
    ["Verdict: the winner is AGENT_B; AGENT_A errs", "AGENT_B"],
    ['{"winner": "AGENT_B"}', "AGENT_B"],
    ['{"winner": "AGENT_B", "reason": "AGENT_A errs"}', "AGENT_B"],
    ['{"reason": "AGENT_A errs", "winner": "AGENT_B"}', "AGENT_B"],
    ['```json\n{\n  "winner": "AGENT_B"\n}\n```', "AGENT_B"],
    ["After weighing it all, I find that AGENT_B holds up.", "AGENT_B"],
  ])("%j → %s", (verdict, label) => {
    expect(pickedLabel(verdict, AGENTS)).toBe(label);
  });

  test.each([
    ["AGENT_A and AGENT_B are both fine"],
    ["AGENT_A is worse than AGENT_B"],
    ["AGENT_A is wrong. I side with AGENT_B."],
    ["Between AGENT_A and AGENT_B it is hard to say"],
    ["AGENT_A, AGENT_B and AGENT_1 all fall short"],
    ["AGENT_A? AGENT_B?"],
    ["AGENT_A is wrong."],
    ["Anybody but AGENT_A"],
    ["Neither."],
    [""],
    ["AGENT_C: the best"],
    ["AGENT_100: the best"],
    ["MY_AGENT_B: the best"],
    ["agent_b: the best"],
    ["AGENT_: the best"],
  ])("%j picks nobody", (verdict) => {
    expect(pickedLabel(verdict, AGENTS)).toBeNull();
  });

  test("the last word counts where a winner is named twice", () => {
    expect(pickedLabel("Winner: AGENT_A? No.\nWinner: AGENT_B", AGENTS)).toBe("AGENT_B");
  });

  test.each([
    ["Debater AB: fine", "Debater AB"],
    ["Debater A: fine", "Debater A"],
    ["Debater A", "Debater A"],
    ["Winner: Debater B, since Debater A errs", "Debater B"],
  ])("labels of several words: %j → %s", (verdict, label) => {
    expect(pickedLabel(verdict, ["Debater A", "Debater B", "Debater AB"])).toBe(label);
  });

  test.each([
    ["Ann Lee: better than Ann", "Ann Lee"],
    ["Ann: better than Ann Lee", "Ann"],
    ["Winner: Ann Lee", "Ann Lee"],
  ])("a label that begins like another: %j → %s", (verdict, label) => {
    expect(pickedLabel(verdict, ["Ann", "Ann Lee"])).toBe(label);
  });

  test.each(["C++ (old)", "$money$", "a.b*", "日本", "«x»", "O'Neill", "-", "[x]"])(
    "odd names are matched as they are: %s",
    (name) => {
      expect(pickedLabel(`${name}: because`, [name, "other"])).toBe(name);
      expect(pickedLabel(`Winner: ${name}`, [name, "other"])).toBe(name);
      expect(pickedLabel("other: because", [name, "other"])).toBe("other");
    },
  );

  test("never throws, and never names anybody who is not on the list", () => {
    const labels = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), labels, (verdict, list) => {
        const label = pickedLabel(verdict, list);
        expect(label === null || list.includes(label)).toBe(true);
      }),
    );
  });

  test("long verdicts of nothing much are read in no time", () => {
    for (const filler of ["\n", "* ", "winner ", "{winner: ", "not so: ", "AGENT_A_"]) {
      const verdict = `${filler.repeat(100_000 / filler.length)} AGENT_B`;
      expect(pickedLabel(verdict, ["AGENT_A", "AGENT_B"])).toBe("AGENT_B");
    }
  });

  test("the asked-for form is always understood, whoever else is mentioned", () => {
    fc.assert(
      fc.property(fc.constantFrom(...AGENTS), fc.subarray(AGENTS), (winner, others) => {
        expect(pickedLabel(`${winner}: ${others.join(" and ")} fall short.`, AGENTS)).toBe(winner);
      }),
    );
  });
});
