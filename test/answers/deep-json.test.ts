/* JSON that is nested deeper than anything can walk is not read, whoever says it. */
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { readAudit } from "../../packages/core/src/answers/open/read-audit.ts";
import { readBallot } from "../../packages/core/src/answers/ballots/read-ballot.ts";
import { readClaims } from "../../packages/core/src/answers/open/read-claims.ts";
import { readCrux } from "../../packages/core/src/answers/open/read-crux.ts";
import { readGroups } from "../../packages/core/src/answers/comparer-reply/read-groups.ts";
import { readMemo } from "../../packages/core/src/answers/open/read-memo.ts";
import { readReply } from "../../packages/core/src/answers/read-reply.ts";
import { readCritique } from "../../packages/core/src/answers/drafting/read-critique.ts";
import { readFindings } from "../../packages/core/src/answers/findings/read-findings.ts";
import { readFindingVotes } from "../../packages/core/src/answers/findings/read-finding-votes.ts";
import {
  Debate,
  json,
  memoryJournal,
  PanelFailedError,
  toHtml,
  toMarkdown,
  type DebateConfig,
  type DebateResult,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { readToolCalls } from "../../packages/runtime/src/models/ai-sdk/tools.ts";

const MAX_DEPTH = 200;

/** A text with so many lists in each other. */
const nest = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

/** An object with one more field, so that it has so many levels. */
const deepen = (object: object, depth: number): string =>
  JSON.stringify(object).replace(/\}$/, `,"more":${nest(depth - 1)}}`);

/** Every reader of an object, and an object that it reads. */
const readers: Record<string, [read: (text: string) => unknown, own: object]> = {
  groups: [(text) => readGroups(text, 1), { groups: [{ items: [1], label: "a" }] }],
  ballot: [(text) => readBallot(text, 2), { ranking: [2, 1] }],
  crux: [(text) => readCrux(text, 2), { claim: "It holds.", for: [1], against: [2] }],
  claims: [(text) => readClaims(text, 1), { claims: [{ text: "So.", support: [], against: [] }] }],
  memo: [(text) => readMemo(text, 1), { recommendation: "Wait.", because: ["It is early."] }],
  audit: [(text) => readAudit(text), { refuted: false }],
  critique: [(text) => readCritique(readReply(text).json), { critique: [{ problem: "wrong" }] }],
  findings: [
    (text) => readFindings(readReply(text).json),
    { findings: [{ claim: "wrong", severity: "low" }] },
  ],
  votes: [
    (text) => readFindingVotes(readReply(text).json, 1),
    { votes: [{ item: 1, vote: "uphold" }] },
  ],
  answer: [(text) => readReply(text).answer, { answer: "Paris" }],
};

describe.each(Object.entries(readers))("%s", (_name, [read, own]) => {
  test.each(["", "```json\n"])("is read at %j with 200 levels, and not with one more", (fence) => {
    const write = (text: string): string => (fence === "" ? text : `${fence}${text}\n\`\`\``);
    expect(read(write(deepen(own, MAX_DEPTH)))).toEqual(read(write(JSON.stringify(own))));
    for (const depth of [MAX_DEPTH + 1, 3_000, 100_000]) {
      const nothing = read("");
      expect(read(write(deepen(own, depth)))).toEqual(nothing);
    }
  });
});

test("what a model passes to a tool stays a text if it is too deep", () => {
  const call = (input: string): unknown =>
    readToolCalls([{ type: "tool-call", toolCallId: "1", toolName: "t", input }])[0]?.input;
  expect(call(nest(2))).toEqual([[]]);
  expect(call(nest(3_000))).toBe(nest(3_000));
});

const DEEP = deepen({ answer: "x" }, 3_000);

/** A panel of which everybody says something deep in one role. */
function holdDebate(role: string, config: Partial<DebateConfig>): Promise<DebateResult<unknown>> {
  const speak = (own: string) => (request: ModelRequest) =>
    request.role === role ? deepen({ answer: own, verdict: own }, 3_000) : own;
  return new Debate({
    debaters: [speak("Answer: one"), speak("Answer: two"), speak("Answer: one or two")],
    judge: speak("one"),
    journal: memoryJournal(),
    rounds: 1,
    ...config,
  }).run({ text: "Which?", context: "one, two" });
}

test.each<[role: string, config: Partial<DebateConfig>]>([
  ["comparer", {}],
  ["judge", { decide: "judged" }],
  ["ballot", { decide: "ranked" }],
  ["crux", { crux: true }],
  ["claims", { report: "claims" }],
  ["memo", { report: "memo" }],
  ["audit", { audit: true }],
  ["router", { route: "confident" }],
])("a debate goes on when the %s says something too deep", async (role, config) => {
  const result = await holdDebate(role, config);
  expect(result.answer).not.toBeNull();
  expect(toMarkdown(result) + toHtml(result)).not.toContain("call stack");
});

test.each([
  ["json", json(z.any())],
  ["json by a field", json(z.object({ answer: z.any() }), { by: ["answer"] })],
  ["auto", "auto"],
  ["number", "number"],
  ["findings", "findings"],
] as const)("a deep reply is unread as %s", async (_name, answer) => {
  const models = [() => DEEP, () => `${DEEP} `];
  const failing = new Debate({ debaters: models, rounds: 0, answer } as DebateConfig).run("Which?");
  const error = await failing.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PanelFailedError);
  expect(String(error)).toContain("no reply could be read");
});
