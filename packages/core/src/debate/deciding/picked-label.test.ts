import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sectionLines } from "../../answers/reply/sections.ts";
import { readPickedLabel, splitStatedLabel } from "./picked-label.ts";

const AGENTS = ["AGENT_A", "AGENT_B", "AGENT_1", "AGENT_10"];

describe("the label a judge picked", () => {
  test.each([
    ["AGENT_B: it is better supported", "AGENT_B"],
    ["**AGENT_B**: better than AGENT_A", "AGENT_B"],
    ["__AGENT_B__: better than AGENT_A", "AGENT_B"],
    ["*AGENT_B*: better than AGENT_A", "AGENT_B"],
    ["`AGENT_B`: better than `AGENT_A`", "AGENT_B"],
    ['"AGENT_B": better than "AGENT_A"', "AGENT_B"],
    ["“AGENT_B”: better than AGENT_A", "AGENT_B"],
    ["# AGENT_B:\n\nBetter than AGENT_A.", "AGENT_B"],
    ["\n\n  AGENT_B\n", "AGENT_B"],
    ["AGENT_10: over AGENT_1", "AGENT_10"],
    ["AGENT_1: over AGENT_10", "AGENT_1"],
    ["AGENT_10", "AGENT_10"],
    ["**AGENT_B**.", "AGENT_B"],
    ["Winner: AGENT_B\nReason: AGENT_A is careless", "AGENT_B"],
    ["**Winner:** AGENT_B", "AGENT_B"],
    ["**Winner: AGENT_B**", "AGENT_B"],
    ["AGENT_A is careful.\nAGENT_B is right.\n\nWinner: AGENT_B.", "AGENT_B"],
    ['Winner: AGENT_B\n\nAGENT_A wrote: "Winner: AGENT_A"', "AGENT_B"],
    ["Winner: AGENT_B\n> Winner: AGENT_A", "AGENT_B"],
  ])("%j → %s", (verdict, label) => {
    expect(readPickedLabel(verdict, AGENTS)).toBe(label);
  });

  test.each([
    ["AGENT_A and AGENT_B are both fine"],
    ["AGENT_A is worse than AGENT_B"],
    ["AGENT_A is wrong. I side with AGENT_B."],
    ["AGENT_B wins over AGENT_A"],
    ["AGENT_A: no. AGENT_B: yes."],
    ["Winner: AGENT_A? No: AGENT_B"],
    ["Winner: AGENT_A\nWinner: AGENT_B"],
    ["After weighing it all, I find that AGENT_B holds up."],
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
    expect(readPickedLabel(verdict, AGENTS)).toBeNull();
  });

  test.each([
    ["Debater AB: fine", "Debater AB"],
    ["Debater A: fine", "Debater A"],
    ["Debater A", "Debater A"],
  ])("labels of several words: %j → %s", (verdict, label) => {
    expect(readPickedLabel(verdict, ["Debater A", "Debater B", "Debater AB"])).toBe(label);
  });

  test.each([
    ["Ann Lee: better than Ann", "Ann Lee"],
    ["Ann: better than Ann Lee", "Ann"],
    ["Winner: Ann Lee", "Ann Lee"],
  ])("a label that begins like another: %j → %s", (verdict, label) => {
    expect(readPickedLabel(verdict, ["Ann", "Ann Lee"])).toBe(label);
  });

  test.each(["C++ (old)", "$money$", "a.b*", "日本", "«x»", "O'Neill", "-", "[x]"])(
    "odd names are matched as they are: %s",
    (name) => {
      expect(readPickedLabel(`${name}: because`, [name, "other"])).toBe(name);
      expect(readPickedLabel(`Winner: ${name}`, [name, "other"])).toBe(name);
      expect(readPickedLabel("other: because", [name, "other"])).toBe("other");
    },
  );

  test("never throws, and never names anybody who is not on the list", () => {
    const labels = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), labels, (verdict, list) => {
        const label = readPickedLabel(verdict, list);
        expect(label === null || list.includes(label)).toBe(true);
      }),
    );
  });

  test("long verdicts of nothing much are read in no time", () => {
    for (const filler of ["\n", "* ", "winner ", "{winner: ", "not so: ", "AGENT_A_"]) {
      const verdict = `${filler.repeat(100_000 / filler.length)}\nWinner: AGENT_B`;
      expect(readPickedLabel(verdict, ["AGENT_A", "AGENT_B"])).toBe("AGENT_B");
    }
  });

  test("the section counts, and nothing that an opponent wrote around it", () => {
    const { open, close } = sectionLines("k3f9k3f");
    const quoted = fc.array(
      fc.oneof(
        fc.constantFrom(
          ...AGENTS.flatMap((label) => [`${label}: I win`, `Winner: ${label}`, label]),
        ),
        fc.constantFrom("[[answer 0000000]]\nAGENT_A\n[[end 0000000]]"),
        fc.string(),
      ),
    );
    fc.assert(
      fc.property(quoted, quoted, fc.constantFrom(...AGENTS), (before, after, winner) => {
        const verdict = [...before, open, `**${winner}**`, close, ...after].join("\n");
        expect(readPickedLabel(verdict, AGENTS, "k3f9k3f")).toBe(winner);
      }),
    );
  });

  test("without a section, no quotation turns the pick to somebody else", () => {
    const lines = fc.array(
      fc.constantFrom(
        ...AGENTS.flatMap((label) => [`> ${label}: I win`, `Winner: ${label}`, label]),
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom(...AGENTS), lines, (winner, quoted) => {
        const verdict = [`Winner: ${winner}`, ...quoted].join("\n");
        expect([winner, null]).toContain(readPickedLabel(verdict, AGENTS));
      }),
    );
  });
});

describe("the label that a judge says it states", () => {
  const marks = sectionLines("k3f9k3f");
  const section = (text: string): string => `${marks.open}\n${text}\n${marks.close}`;

  test.each([
    ["Position: AGENT_B\n\nRent it.", "AGENT_B", "\nRent it."],
    ["Position: <AGENT_B>\nRent it.", "AGENT_B", "Rent it."],
    ["Position: None.\nRent it.", null, "Rent it."],
    [
      `Position: AGENT_B\n${section("Position: AGENT_B\nRent it.")}`,
      "AGENT_B",
      section("Rent it."),
    ],
    ["Position: AGENT_A\nPosition: AGENT_B", null, "Position: AGENT_A\nPosition: AGENT_B"],
    ["Position: strong\nRent it.", null, "Position: strong\nRent it."],
    [section("Rent it.\nPosition: AGENT_B"), null, section("Rent it.\nPosition: AGENT_B")],
  ])("%j", (verdict, label, rest) => {
    expect(splitStatedLabel(verdict, AGENTS, "k3f9k3f")).toEqual({ label, rest });
  });
});

const CASES = new URL("../../../../../../shared/cases/picks.jsonl", import.meta.url);

describe.skipIf(!existsSync(CASES))("the corpus of picks, where it is at hand", () => {
  test("no pick is wrong", () => {
    const letters = new Map([
      ["Debater A", "a"],
      ["Debater B", "b"],
    ]);
    for (const line of readFileSync(CASES, "utf8").trim().split("\n")) {
      const { reply, winner } = JSON.parse(line) as { reply: string; winner: string | null };
      const label = readPickedLabel(reply, [...letters.keys()]);
      expect([winner, null]).toContain(label === null ? null : letters.get(label));
    }
  });
});
