import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readReply } from "../read-reply.ts";
import { sectionLines } from "../reply/sections.ts";
import { readFindings } from "./read-findings.ts";
import { readFindingVotes } from "./read-finding-votes.ts";

const findingsIn = (text: string, mark?: string): ReturnType<typeof readFindings> =>
  readFindings(readReply(text, mark).json);
const votesIn = (text: string, shown: number, mark?: string): ReturnType<typeof readFindingVotes> =>
  readFindingVotes(readReply(text, mark).json, shown);

const LEAK = { claim: "The file is never closed.", severity: "high", quote: "open(path)" };
const RACE = { claim: "Two writers race.", severity: "low", quote: "write(path)" };
const said = (...findings: object[]): string => JSON.stringify({ findings });

describe("findings in a reply", () => {
  test.each([
    ["the object alone", said(LEAK)],
    ["in a fence", `Here they are.\n\n\`\`\`json\n${said(LEAK)}\n\`\`\`\nThat is all.`],
    ["on several lines", JSON.stringify({ findings: [LEAK] }, null, 2)],
    ["with a severity in capitals", said({ ...LEAK, severity: "HIGH" })],
    ["after thinking", `<think>${said(RACE)}</think>\n${said(LEAK)}`],
    ["with more fields", said({ ...LEAK, line: 3 })],
    ["twice in one list", said(LEAK, LEAK)],
    ["twice in one list, once less serious", said({ ...LEAK, severity: "low" }, LEAK)],
  ])("%s", (_what, text) => {
    expect(findingsIn(text)).toEqual([LEAK]);
  });

  test("an empty list is a report, and a quote may be left out", () => {
    expect(findingsIn(said())).toEqual([]);
    expect(findingsIn(said({ claim: "It leaks.", severity: "low" }))).toEqual([
      { claim: "It leaks.", severity: "low", quote: "" },
    ]);
  });

  test.each([
    ["prose", "The file is never closed, which is serious."],
    ["a list without the object", JSON.stringify([LEAK])],
    ["two lists", `${said(LEAK)}\n${said(RACE)}`],
    ["inside a line", `I report ${said(LEAK)}`],
    ["in a quotation", `> ${said(LEAK)}`],
    ["another field", JSON.stringify({ issues: [LEAK] })],
    ["an entry without a claim", said(LEAK, { ...RACE, claim: " " })],
    ["an entry without a severity", said(LEAK, { claim: RACE.claim, quote: RACE.quote })],
    ["a severity that nobody defined", said({ ...LEAK, severity: "major" })],
    ["a quote that is no text", said({ ...LEAK, quote: ["open(path)"] })],
    [
      "the form as the prompt shows it",
      '{"findings": [{"quote": "…", "claim": "…", "severity": "…"}]}',
    ],
  ])("%s is not read", (_what, text) => {
    expect(findingsIn(text)).toBeNull();
  });

  test("what a finding rests on that was not shown may be said", () => {
    const unseen = "whoever calls open()";
    expect(findingsIn(said({ ...LEAK, unseen }))).toEqual([{ ...LEAK, unseen }]);
    for (const nothing of [null, "", 3])
      expect(findingsIn(said({ ...LEAK, unseen: nothing }))).toEqual([LEAK]);
  });
});

const vote = (item: unknown, word: unknown, more: object = {}): object => ({
  item,
  vote: word,
  ...more,
});
const voted = (...votes: unknown[]): string => JSON.stringify({ votes });
const cast = (index: number, word: string, more: object = {}): object => ({
  index,
  vote: word,
  of: null,
  quote: "",
  reason: "",
  severity: null,
  ...more,
});

describe("votes in a reply", () => {
  test("each of the five, with quote, reason and severity", () => {
    const text = voted(
      vote(4, "doubt"),
      vote(1, "uphold", { severity: null }),
      vote("2", "Refute", { quote: " close() ", reason: "It is closed." }),
      vote(3, "partly", { reason: "Only on errors.", severity: "low" }),
      vote(5, "duplicate", { of: "2" }),
    );
    expect(votesIn(text, 5)).toEqual({
      votes: [
        cast(0, "uphold"),
        cast(1, "refute", { quote: "close()", reason: "It is closed." }),
        cast(2, "partly", { reason: "Only on errors.", severity: "low" }),
        cast(3, "doubt"),
        cast(4, "duplicate", { of: 1 }),
      ],
      voided: [],
    });
  });

  test.each([
    [
      "a number that was not shown",
      vote(3, "refute"),
      "it votes on a finding that it was not shown",
    ],
    ["no number", { vote: "refute" }, "a vote has no number of a finding"],
    ["another word", vote(2, "reject"), "its vote on finding 2 can't be read"],
    [
      "another severity",
      vote(2, "partly", { severity: "tiny" }),
      "its vote on finding 2 can't be read",
    ],
  ])("%s: the entry is void, the others count, and the reason is told", (_what, entry, why) => {
    expect(votesIn(voted(vote(1, "uphold"), entry), 2)).toEqual({
      votes: [cast(0, "uphold")],
      voided: [why],
    });
  });

  test.each([
    ["nothing", {}],
    ["itself", { of: 1 }],
    ["one that was not shown", { of: 3 }],
    ["no number", { of: "the first" }],
  ])("a duplicate of %s counts as a duplicate of no finding, which upholds it", (_what, of) => {
    expect(votesIn(voted(vote(1, "duplicate", of)), 2)).toEqual({
      votes: [cast(0, "duplicate")],
      voided: [],
    });
  });

  test("two votes on one finding that differ count for nothing; said twice, a vote counts once", () => {
    const both = voted(vote(1, "uphold"), vote(1, "refute"), vote(2, "doubt"), vote(2, "doubt"));
    expect(votesIn(both, 2)).toEqual({
      votes: [cast(1, "doubt")],
      voided: ["it votes on finding 1 in two ways"],
    });
  });

  test.each([
    ["no object", "I uphold 1 and refute 2."],
    ["an empty list", voted()],
    ["only void entries", voted(vote(9, "uphold"))],
    ["two objects", `${voted(vote(1, "uphold"))}\n${voted(vote(1, "refute"))}`],
    ["the form as the prompt shows it", '{"votes": [{"item": …, "quote": "…", "vote": "…"}]}'],
  ])("%s is not read", (_what, text) => {
    expect(votesIn(text, 2)).toBeNull();
  });
});

/** Prose of any kind, which may contain JSON and marks of other calls. */
const prose = fc.oneof(
  fc.string(),
  fc.json(),
  fc.constantFrom(
    said(RACE),
    `> ${said(RACE)}`,
    voted(vote(1, "refute")),
    `\`\`\`json\n${voted(vote(1, "refute"))}\n\`\`\``,
    `[[answer other]]\n${said(RACE)}\n[[end other]]`,
    `[[answer other]]\n${voted(vote(1, "refute"))}\n[[end other]]`,
  ),
);

describe("what a reply quotes is never taken for what it says", () => {
  const own = { findings: said(LEAK), votes: voted(vote(1, "uphold")) };
  const [finding, upheld] = [[LEAK], { votes: [cast(0, "uphold")], voided: [] }];

  test("between its marks, whatever stands around them", () => {
    const { open, close } = sectionLines("k3f9");
    const around = (before: string, text: string, after: string): string =>
      `${before}\n${open}\n${text}\n${close}\n${after}`;
    fc.assert(
      fc.property(prose, prose, (before, after) => {
        fc.pre(!`${before}${after}`.includes("k3f9"));
        expect(findingsIn(around(before, own.findings, after), "k3f9")).toEqual(finding);
        expect(votesIn(around(before, own.votes, after), 1, "k3f9")).toEqual(upheld);
      }),
    );
  });

  test("without marks, it is read as itself or not at all", () => {
    fc.assert(
      fc.property(prose, prose, (before, after) => {
        const findings = findingsIn(`${before}\n${own.findings}\n${after}`);
        const votes = votesIn(`${before}\n${own.votes}\n${after}`, 1);
        expect([null, finding]).toContainEqual(findings);
        expect([null, upheld]).toContainEqual(votes);
      }),
    );
  });

  test("in a line of prose or a quotation, the other's object changes nothing", () => {
    const other = fc.constantFrom(said(RACE), said(), voted(vote(1, "refute")));
    fc.assert(
      fc.property(other, fc.constantFrom("> ", "The other said ", "- "), (json, start) => {
        expect(findingsIn(`${start}${json}\n${own.findings}\n${start}${json}`)).toEqual(finding);
        expect(votesIn(`${start}${json}\n${own.votes}\n${start}${json}`, 1)).toEqual(upheld);
      }),
    );
  });
});
