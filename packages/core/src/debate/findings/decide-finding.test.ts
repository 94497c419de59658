import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Citation } from "../../protocol/citation.ts";
import {
  FINDING_VOTES,
  SEVERITIES,
  type FindingVote,
  type Severity,
} from "../../protocol/findings.ts";
import { decideFinding } from "./decide-finding.ts";
import type { MergedFinding } from "./merge.ts";

const cite = (verified: boolean): Citation => ({
  source: "context",
  text: "let sum = 0;",
  at: verified ? [0, 12] : null,
  verified,
});
const NAMES = Array.from({ length: 12 }, (_, index) => `member ${index}`);

function merged(severities: readonly Severity[], verified: boolean): MergedFinding {
  return {
    claim: "It is wrong.",
    severity: SEVERITIES.findLast((each) => severities.includes(each)) ?? "low",
    reported: severities.map((severity, author) => ({ author, severity })),
    citations: [cite(verified)],
    authors: severities.map((_, author) => author),
    quote: "let sum = 0;",
    verified,
    test: null,
  };
}

const finding = fc
  .tuple(fc.array(fc.constantFrom(...SEVERITIES), { minLength: 1, maxLength: 5 }), fc.boolean())
  .map(([severities, verified]) => merged(severities, verified));
const anyVote: fc.Arbitrary<FindingVote> = fc
  .tuple(
    fc.constantFrom(...FINDING_VOTES),
    fc.option(fc.boolean(), { nil: undefined }),
    fc.option(fc.constantFrom(...SEVERITIES), { nil: undefined }),
  )
  .map(([vote, verified, severity]) => ({
    debater: "other",
    vote,
    ...(verified === undefined ? {} : { quote: cite(verified) }),
    ...(severity === undefined ? {} : { severity }),
  }));
const REFUTER: FindingVote = { debater: "refuter", vote: "refute", quote: cite(true) };
const isProof = ({ vote, quote }: FindingVote): boolean =>
  vote === "refute" && quote?.verified === true;

describe("what becomes of a finding", () => {
  test("one more refuter never erases what two or more upheld", () => {
    fc.assert(
      fc.property(finding, fc.array(anyVote, { maxLength: 6 }), (found, votes) => {
        const unopposed = votes.filter((vote) => !isProof(vote));
        const upholding = unopposed.filter(({ vote }) => vote === "uphold").length;
        const { status } = decideFinding(found, [...unopposed, REFUTER], NAMES);
        expect(status).toBe("contested");
        if (found.authors.length + upholding < 2) return;
        expect(decideFinding(found, [...unopposed, REFUTER, REFUTER], NAMES).status).toBe(
          "contested",
        );
      }),
    );
  });

  test("nothing is refuted but by a majority, with quotes, of all who uphold or refute it", () => {
    fc.assert(
      fc.property(finding, fc.array(anyVote, { maxLength: 6 }), (found, votes) => {
        const { status } = decideFinding(found, votes, NAMES);
        const upholding = votes.filter(({ vote }) => vote === "uphold").length;
        const proofs = votes.filter(isProof).length;
        expect(status === "refuted").toBe(proofs * 2 > found.authors.length + upholding + proofs);
      }),
    );
  });

  test("a finding is upheld only if its quote stands and nobody refutes or corrects it", () => {
    fc.assert(
      fc.property(finding, fc.array(anyVote, { maxLength: 6 }), (found, votes) => {
        const { status } = decideFinding(found, votes, NAMES);
        const clean = votes.every(({ vote }) => vote === "uphold" || vote === "doubt");
        expect(status === "upheld").toBe(clean && found.verified);
      }),
    );
  });

  test("votes never lower a severity: it is the highest of its authors, and whoever differs is named", () => {
    fc.assert(
      fc.property(finding, fc.array(anyVote, { maxLength: 6 }), (found, votes) => {
        const { severity, otherSeverities } = decideFinding(found, votes, NAMES);
        expect(severity).toBe(found.severity);
        const given = [...found.reported, ...votes].map((each) => each.severity);
        expect(otherSeverities.map((each) => each.severity)).toEqual(
          given.filter((each) => each !== undefined && each !== severity),
        );
      }),
    );
  });
});
