import { expect, test } from "vitest";
import { describeNumberedVotes } from "./describe-numbered-votes.ts";

test.each([
  ["1: uphold, 2: doubt", "Agreed on 1, unsure on 2"],
  ["1: uphold, 2: refute, 3: uphold", "Agreed on 1 and 3, refuted 2"],
  ["1: blue, 2: doubt", null],
  ["Postgres", null],
  [null, null],
])("%s", (answer, expected) => {
  expect(describeNumberedVotes(answer)).toBe(expected);
});
