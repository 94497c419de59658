import { expect, test } from "vitest";
import { describeRunAnswer } from "./describe-run-answer.ts";

const finding = (severity: string, status = "upheld") => ({
  claim: "`lines[i]` is undefined.",
  severity,
  status,
});

test.each([
  [JSON.stringify([finding("high")]), "1 high finding"],
  [JSON.stringify([finding("low"), finding("high"), finding("low")]), "1 high and 2 low findings"],
  [JSON.stringify([finding("critical", "refuted"), finding("low")]), "1 low finding"],
  ["Keep **PostgreSQL** as it is.", "Keep PostgreSQL as it is."],
  ["Keep it.\n\nThe rest of the answer is longer.", "Keep it."],
  ["[1, 2]", "1, 2"],
  ["[not JSON", "[not JSON"],
  ['[{"claim":5}]', "Claim: 5"],
  ["| a | b |\n|---|---|\n| 1 | 2 |", "Table: a, b"],
])("%s", (answer, expected) => {
  expect(describeRunAnswer(answer, 100)).toBe(expected);
});

test("an empty list of findings can't be told from an empty list", () => {
  expect(describeRunAnswer("[]", 100)).toBe("No findings");
});
