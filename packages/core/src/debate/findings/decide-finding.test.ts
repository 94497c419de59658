import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Citation } from "../../protocol/citation.ts";
import {
  FINDING_VOTES,
  SEVERITIES,
  type Finding,
  type FindingVoteKind,
  type Severity,
} from "../../protocol/findings.ts";
import { decideFindings, type CountedVote } from "./decide-finding.ts";
import type { MergedFinding } from "./merge.ts";

const cite = (verified: boolean): Citation => ({
  source: "context",
  text: "let sum = 0;",
  at: verified ? [0, 12] : null,
  verified,
});
const NAMES = Array.from({ length: 12 }, (_, index) => `member ${index}`);

/** A finding of the members 0, 1, 2…, as serious as each of them says. */
function merged(severities: readonly Severity[], verified = true, first = 0): MergedFinding {
  return {
    claim: `It is wrong for ${first}.`,
    also: [],
    severity: "low",
    reported: severities.map((severity, at) => ({ author: first + at, severity })),
    citations: [cite(verified)],
    authors: severities.map((_, at) => first + at),
    quote: "let sum = 0;",
    verified,
    test: null,
  };
}

interface Cast {
  vote: FindingVoteKind;
  of?: number;
  quote?: boolean;
  severity?: Severity;
}

function cast(panelIndex: number, index: number, { vote, of, quote, severity }: Cast): CountedVote {
  const debater = NAMES[panelIndex] ?? "";
  return {
    panelIndex,
    index,
    vote,
    of: of ?? null,
    quote: "",
    reason: "",
    severity: severity ?? null,
    recorded: {
      debater,
      vote,
      ...(of === undefined ? {} : { of: `claim ${of}` }),
      ...(quote === undefined ? {} : { quote: cite(quote) }),
      ...(severity === undefined ? {} : { severity }),
    },
  };
}

/** Decides one finding on votes of members who did not report it. */
function decideAlone(finding: MergedFinding, votes: readonly Cast[]): Finding {
  const counted = votes.map((vote, at) => cast(finding.authors.length + at, 0, vote));
  return decideFindings([finding], [counted], NAMES)[0] as Finding;
}

const finding = fc
  .tuple(fc.array(fc.constantFrom(...SEVERITIES), { minLength: 1, maxLength: 5 }), fc.boolean())
  .map(([severities, verified]) => merged(severities, verified));
const PLAIN_VOTES = FINDING_VOTES.filter((vote) => vote !== "duplicate");
const anyVote: fc.Arbitrary<Cast> = fc.record(
  {
    vote: fc.constantFrom(...PLAIN_VOTES),
    quote: fc.boolean(),
    severity: fc.constantFrom(...SEVERITIES),
  },
  { requiredKeys: ["vote"] },
);
const anyVotes = fc.array(anyVote, { maxLength: 6 });
const REFUTER: Cast = { vote: "refute", quote: true };
const isProof = ({ vote, quote }: Cast): boolean => vote === "refute" && quote === true;

describe("what becomes of a finding", () => {
  test("one more refuter never erases what two or more upheld", () => {
    fc.assert(
      fc.property(finding, anyVotes, (found, votes) => {
        const unopposed = votes.filter((vote) => !isProof(vote)).slice(0, 4);
        const upholding = unopposed.filter(({ vote }) => vote === "uphold").length;
        expect(decideAlone(found, [...unopposed, REFUTER]).status).toBe("contested");
        if (found.authors.length + upholding < 2) return;
        expect(decideAlone(found, [...unopposed, REFUTER, REFUTER]).status).toBe("contested");
      }),
    );
  });

  test("nothing is refuted but by a majority, with quotes, of all who uphold or refute it", () => {
    fc.assert(
      fc.property(finding, anyVotes, (found, votes) => {
        const { status } = decideAlone(found, votes);
        const upholding = votes.filter(({ vote }) => vote === "uphold").length;
        const proofs = votes.filter(isProof).length;
        expect(status === "refuted").toBe(proofs * 2 > found.authors.length + upholding + proofs);
      }),
    );
  });

  test("a finding is upheld only if its quote stands and nobody refutes or corrects it", () => {
    fc.assert(
      fc.property(finding, anyVotes, (found, votes) => {
        const { status } = decideAlone(found, votes);
        const clean = votes.every(({ vote }) => vote === "uphold" || vote === "doubt");
        expect(status === "upheld").toBe(clean && found.verified);
      }),
    );
  });

  test("its severity is the median of all proposals, rounded up, and whoever differs is named", () => {
    fc.assert(
      fc.property(finding, anyVotes, (found, votes) => {
        const { severity, otherSeverities } = decideAlone(found, votes);
        const proposals = [...found.reported, ...votes].flatMap((each) => each.severity ?? []);
        const rank = (each: Severity): number => SEVERITIES.indexOf(each);
        const higher = proposals.filter((each) => rank(each) > rank(severity)).length;
        const lower = proposals.filter((each) => rank(each) < rank(severity)).length;
        expect(higher * 2).toBeLessThanOrEqual(proposals.length);
        expect(lower * 2).toBeLessThanOrEqual(proposals.length);
        expect(otherSeverities).toHaveLength(
          proposals.length - proposals.filter((each) => each === severity).length,
        );
      }),
    );
  });
});

test.each<[Severity[], Severity]>([
  [["critical", "low"], "high"],
  [["high", "low"], "medium"],
  [["critical", "low", "low", "critical"], "high"],
  [["medium", "low"], "medium"],
  [["low", "low", "critical", "critical", "critical"], "critical"],
])("the severity of %j is %s", (proposed, severity) => {
  expect(decideAlone(merged(proposed), []).severity).toBe(severity);
});

describe("findings that repeat another", () => {
  /** Two findings of members 0 and 1, and what the members say of the second, or of both. */
  const decide = (second: [number, Cast][], first: [number, Cast][] = []): Finding[] =>
    decideFindings(
      [merged(["low"], true, 0), merged(["high"], true, 1)],
      [
        first.map(([panelIndex, vote]) => cast(panelIndex, 0, vote)),
        second.map(([panelIndex, vote]) => cast(panelIndex, 1, vote)),
      ],
      NAMES,
    );
  const SAME: Cast = { vote: "duplicate", of: 0 };
  const UPHOLD: Cast = { vote: "uphold" };

  test("most of those who vote say so: one finding with both claims and the higher severity", () => {
    const [only, ...rest] = decide([
      [2, SAME],
      [3, SAME],
      [4, SAME],
      [5, UPHOLD],
    ]);
    expect(rest).toEqual([]);
    expect(only).toMatchObject({
      claim: "It is wrong for 0.",
      also: ["It is wrong for 1."],
      severity: "high",
      by: ["member 0", "member 1"],
      status: "upheld",
      otherSeverities: [{ debater: "member 0", severity: "low" }],
    });
  });

  test("who gave the two findings different severities is not said to differ from the higher one", () => {
    const [only] = decide(
      [
        [0, SAME],
        [2, { ...SAME, severity: "medium" }],
        [3, SAME],
      ],
      [[1, { vote: "uphold", severity: "low" }]],
    );
    expect(only).toMatchObject({
      severity: "high",
      otherSeverities: [
        { debater: "member 0", severity: "low" },
        { debater: "member 2", severity: "medium" },
      ],
    });
  });

  test("its own reporter says so", () => {
    expect(
      decide([
        [1, SAME],
        [2, UPHOLD],
        [3, UPHOLD],
      ]),
    ).toHaveLength(1);
  });

  test("two of three say so, and the third reported it", () => {
    expect(
      decide([
        [0, SAME],
        [2, SAME],
      ]),
    ).toHaveLength(1);
  });

  test.each<[string, [number, Cast][]]>([
    ["the only one who votes, against its reporter,", [[2, SAME]]],
    ["who reported the other one, against its reporter,", [[0, SAME]]],
    [
      "one, whom another doubts,",
      [
        [0, SAME],
        [2, { vote: "doubt" }],
      ],
    ],
    [
      "two, against its reporter and another,",
      [
        [2, SAME],
        [3, SAME],
        [4, UPHOLD],
      ],
    ],
  ])("%s can't say so: it stands, and they uphold it", (_what, votes) => {
    const findings = decide(votes);
    expect(findings).toHaveLength(2);
    expect(findings[1]?.status).toBe("upheld");
    const refuted = decide([...votes, [6, REFUTER], [7, REFUTER]]);
    expect(refuted[1]?.status).toBe("contested");
  });

  test("two reporters: one of them can't withdraw what the other reported", () => {
    const both = { ...merged(["low", "low"], true, 1) };
    const votes = [[], [cast(1, 1, SAME), cast(3, 1, UPHOLD)]];
    expect(decideFindings([merged(["low"]), both], votes, NAMES)).toHaveLength(2);
    // With another member, it is two of three who vote.
    const most = [[], [cast(1, 1, SAME), cast(3, 1, SAME)]];
    expect(decideFindings([merged(["low"]), both], most, NAMES)).toHaveLength(1);
  });

  test("two that repeat each other are one, and a chain ends at its last", () => {
    const other: Cast = { vote: "duplicate", of: 1 };
    const all = (vote: Cast): [number, Cast][] => [
      [2, vote],
      [3, vote],
    ];
    expect(decide(all(SAME), all(other)).map(({ claim }) => claim)).toEqual(["It is wrong for 0."]);
    const three = [merged(["low"], true, 0), merged(["low"], true, 1), merged(["low"], true, 2)];
    const votes = [
      [5, 6].map((voter) => cast(voter, 0, { vote: "duplicate", of: 1 })),
      [5, 6].map((voter) => cast(voter, 1, { vote: "duplicate", of: 2 })),
      [],
    ];
    expect(decideFindings(three, votes, NAMES)).toMatchObject([
      { claim: "It is wrong for 2.", also: ["It is wrong for 0.", "It is wrong for 1."] },
    ]);
  });

  test("what is refuted takes no other finding with it", () => {
    const proof = [4, 5, 6, 7].map((panelIndex): [number, Cast] => [panelIndex, REFUTER]);
    const repeated: [number, Cast][] = [
      [2, SAME],
      [3, SAME],
    ];
    const findings = decide(repeated, proof);
    expect(findings.map(({ status }) => status)).toEqual(["refuted", "upheld"]);
  });

  test("who refutes the original doesn't uphold its duplicate", () => {
    const [refuters, called] = [REFUTER, SAME].map((vote) =>
      [2, 3, 4].map((panelIndex): [number, Cast] => [panelIndex, vote]),
    ) as [[number, Cast][], [number, Cast][]];
    expect(decide(called, refuters)).toMatchObject([
      { status: "refuted" },
      { status: "refuted", against: [NAMES[2], NAMES[3], NAMES[4]] },
    ]);
    // Member 5 says nothing about the original.
    const [, copy] = decide([...called, [5, SAME]], refuters);
    expect(copy?.votes.map(({ vote }) => vote)).toEqual(["refute", "refute", "refute", "doubt"]);
  });

  test("whatever is voted, no claim and no reporter is lost", () => {
    const vote = fc.record({
      vote: fc.constantFrom(...FINDING_VOTES),
      of: fc.nat({ max: 3 }),
      quote: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(fc.array(vote, { maxLength: 5 }), { minLength: 4, maxLength: 4 }),
        (said) => {
          const findings = [0, 1, 2, 3].map((first) => merged(["low"], true, first));
          const votes = said.map((list, index) =>
            list.map((each, panelIndex) =>
              cast(panelIndex, index, {
                vote: each.vote,
                quote: each.quote,
                ...(each.vote === "duplicate"
                  ? { of: each.of === index ? (index + 1) % 4 : each.of }
                  : {}),
              }),
            ),
          );
          const decided = decideFindings(findings, votes, NAMES);
          const claims = decided.flatMap(({ claim, also = [] }) => [claim, ...also]);
          expect(claims.toSorted()).toEqual(findings.map(({ claim }) => claim).toSorted());
          expect(new Set(decided.flatMap(({ by }) => by))).toEqual(new Set(NAMES.slice(0, 4)));
        },
      ),
    );
  });
});
