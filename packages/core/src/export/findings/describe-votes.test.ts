import { expect, test } from "vitest";
import type { Finding } from "../../protocol/findings.ts";
import { describePeople } from "./describe-votes.ts";

const finding: Finding = {
  claim: "the loop never ends",
  severity: "high",
  otherSeverities: [],
  quotes: [],
  status: "upheld",
  by: ["ann"],
  against: [],
  votes: [],
};

test("a finding that only its author upholds is said to be unchecked", () => {
  expect(describePeople(finding)).toBe("found by ann; nobody else checked it");
});

test("who found it too, or voted on it, has checked it", () => {
  expect(describePeople({ ...finding, by: ["ann", "ben"] })).toBe("found by ann, ben");
  const votes = [{ debater: "ben", vote: "uphold" }] as const;
  expect(describePeople({ ...finding, votes: [...votes] })).toBe("found by ann; upheld by ben");
});
