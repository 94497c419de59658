import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { newHome } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

const TIMEOUT = { timeout: 60_000 };

const lines = (rows: readonly object[]): string =>
  rows.map((row) => JSON.stringify(row)).join("\n");

describe("rostrum jury", () => {
  test("prints how recorded judges agree with people, without a model", TIMEOUT, async () => {
    using home = newHome();
    const rows = Array.from({ length: 60 }, (_, at) => {
      const gold = at % 3 === 0 ? "b" : "a";
      return { gold, judges: { able: { ab: gold, ba: gold }, first: { ab: "a", ba: "b" } } };
    });
    writeFileSync(home.file("pairs.jsonl"), lines(rows));
    const args = ["jury", home.file("pairs.jsonl"), "--against", "gold"];
    const { code, stdout } = await rostrum(home, args);
    expect(code).toBe(0);
    expect(stdout).toContain("able: agrees with people on 100% of 60; kappa 1.00 [1.00, 1.00]");
    expect(stdout).toContain(
      "contradicts itself in 60 of 60 pairs shown in both orders, 60 times in favor of the first",
    );
    expect(stdout).toMatch(/weights: able \d/);
    const json = await rostrum(home, [...args, "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ kind: "pairs", items: 60 });
  });

  test("asks the panel where rows have no verdicts", TIMEOUT, async () => {
    using home = newHome();
    const rows = [3, 5, 9, 12].map((sum) => ({ question: `What is ${sum - 2}+2?`, human: sum }));
    writeFileSync(home.file("sums.jsonl"), lines(rows));
    const flags = ["--panel", "embedded", "--answer", "number"];
    const { code, stdout } = await rostrum(home, ["jury", home.file("sums.jsonl"), ...flags]);
    expect(code).toBe(0);
    expect(stdout).toContain("4 items that people judged, as ratings");
    expect(stdout).toContain("debater_2: agrees with people");
  });

  test(
    "refuses a panel whose kind of answer isn't that of people's verdicts",
    TIMEOUT,
    async () => {
      using home = newHome();
      const rows = ["a", "b", "tie"].map((human, at) => ({ question: `What is ${at}+2?`, human }));
      writeFileSync(home.file("pairs.jsonl"), lines(rows));
      const flags = ["--panel", "embedded", "--answer", "number"];
      const { code, stderr } = await rostrum(home, ["jury", home.file("pairs.jsonl"), ...flags]);
      expect(code).toBe(1);
      expect(stderr).toContain('pairs.jsonl:1: the known answer "a" can\'t be read');
    },
  );

  test("what can't work is said", TIMEOUT, async () => {
    using home = newHome();
    writeFileSync(home.file("odd.jsonl"), lines([{ gold: "a", judges: { x: "a" } }]));
    writeFileSync(home.file("junk.jsonl"), lines([{ human: "a", judges: { x: [1] } }]));
    const pairs = ["a", "b", "A"].map((verdict) => ({ human: "a", judges: { x: verdict } }));
    writeFileSync(home.file("upper.jsonl"), `\n${lines(pairs)}`);
    for (const [file, words] of [
      ["odd.jsonl", 'expected a verdict of people in "human"'],
      ["junk.jsonl", 'junk.jsonl:1: judges.x: expected "a", "b"'],
      ["upper.jsonl", 'upper.jsonl:4: judges.x: expected "a", "b"'],
      ["none.jsonl", "none.jsonl"],
    ] as const) {
      const { code, stderr } = await rostrum(home, ["jury", home.file(file)]);
      expect(stderr).toContain(words);
      expect(stderr).not.toContain("    at ");
      expect(code).toBe(1);
    }
  });
});
