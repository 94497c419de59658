import { expect, test } from "vitest";
import type { Finding, FindingStatus, Severity } from "@rostrum/core/protocol";
import { describeReviewHeadline, splitClaim } from "./describe-findings.ts";

const finding = (severity: Severity, status: FindingStatus = "upheld"): Finding =>
  ({ claim: "It runs `one` past the end.", severity, status }) as Finding;

test.each([
  [[], "Nothing was found"],
  [[finding("high", "refuted")], "Every finding was refuted"],
  [[finding("low"), finding("low")], "Two low findings, nothing more serious"],
  [[finding("low"), finding("high"), finding("critical", "refuted")], "One high finding to fix"],
  [
    [finding("high"), finding("high", "contested")],
    "Two high findings to fix, one of them contested",
  ],
  [[finding("medium", "contested")], "One medium finding to fix, contested"],
])("a review of %j", (findings, expected) => {
  expect(describeReviewHeadline({ findings })).toBe(expected);
});

test.each([
  ["reconsider", [finding("low"), finding("critical")], "Reconsider: one critical finding"],
  ["change", [finding("high")], "Change: one high finding"],
  ["proceed", [finding("low")], "Proceed: no serious finding stands"],
] as const)("a plan with the verdict %s", (verdict, findings, expected) => {
  expect(describeReviewHeadline({ verdict, findings: [...findings] })).toBe(expected);
});

test.each([
  [
    "The check is truthiness. The request goes out without a body.",
    { title: "The check is truthiness", rest: "The request goes out without a body." },
  ],
  [
    "The promise isn't awaited; the cart is emptied.",
    { title: "The promise isn't awaited; the cart is emptied", rest: "" },
  ],
  [
    "`items: { sku: string; cents: number }[] = [];` isn't checked. Ids repeat.",
    {
      title: "`items: { sku: string; cents: number }[] = [];` isn't checked",
      rest: "Ids repeat.",
    },
  ],
  ["It leaks.", { title: "It leaks", rest: "" }],
  ["No. It leaks on every request", { title: "No. It leaks on every request", rest: "" }],
])("%s", (claim, parts) => {
  expect(splitClaim(claim)).toEqual(parts);
});
