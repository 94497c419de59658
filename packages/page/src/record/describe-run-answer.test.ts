import { expect, test } from "vitest";
import { describeRunAnswer } from "./describe-run-answer.ts";

const finding = { claim: "`lines[i]` is undefined.", severity: "high", quotes: [] };

test.each([
  [JSON.stringify([finding]), "1 finding: high: lines[i] is undefined."],
  [JSON.stringify([finding, finding]), "2 findings: high: lines[i] is undefined."],
  ["Keep **PostgreSQL** as it is.", "Keep PostgreSQL as it is."],
  ["[1, 2]", "1, 2"],
  ["[not JSON", "[not JSON"],
  ['[{"claim":5}]', "Claim: 5"],
])("%s", (answer, expected) => {
  expect(describeRunAnswer(answer, 100)).toBe(expected);
});

test("an empty list of findings can't be told from an empty list", () => {
  expect(describeRunAnswer("[]", 100)).toBe("no findings");
});
