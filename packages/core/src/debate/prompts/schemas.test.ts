import { describe, expect, test } from "vitest";
import { createCritiqueReader } from "../../answers/drafting/read-critique.ts";
import { readBallot } from "../../answers/ballots/read-ballot.ts";
import { readClaims } from "../../answers/open/read-claims.ts";
import { readCrux } from "../../answers/open/read-crux.ts";
import { readGroups } from "../../answers/comparer-reply/read-groups.ts";
import { readMemo } from "../../answers/open/read-memo.ts";
import { readReply } from "../../answers/read-reply.ts";
import { createReader } from "../../answers/create-reader.ts";
import { createFindingVotesReader } from "../../answers/findings/read-finding-votes.ts";
import type { AnswerReader } from "../../protocol/answer.ts";
import { groupsSchema } from "./comparing-prompts.ts";
import { CRUX_SCHEMA } from "./crux-prompts.ts";
import { CRITIQUE_SCHEMA, SIGNING_SCHEMA } from "./drafting-prompts.ts";
import type { ResolvedVerify } from "../config/resolved-config.ts";
import { findingsSchema, VOTES_SCHEMA } from "./findings-prompts.ts";
import { RANKING_SCHEMA } from "./ranking-prompts.ts";
import { claimsSchema, memoSchema } from "./report-prompts.ts";

interface Node {
  type: string | string[];
  properties?: Record<string, Node>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Node;
  enum?: unknown[];
}

const by =
  (reader: AnswerReader<never>) =>
  (text: string): unknown =>
    reader.read(readReply(text), text);

/** Each schema with the emptiest reply that says something, and who reads it. */
const cases: [string, object, object, ((text: string) => unknown) | null][] = [
  [
    "groups",
    groupsSchema(true),
    { groups: [{ items: [1, 2], label: "", fullest: 1 }], none: [], differences: [] },
    (text) => readGroups(text, 2),
  ],
  ["a ranking", RANKING_SCHEMA, { ranking: [1, 2] }, (text) => readBallot(text, 2)],
  ["no crux", CRUX_SCHEMA, { claim: null, for: [], against: [] }, (text) => readCrux(text, 2)],
  [
    "claims",
    claimsSchema(false),
    { claims: [{ text: "So.", support: [], against: [] }], unaddressed: [] },
    (text) => readClaims(text, 2),
  ],
  [
    "claims with their sources",
    claimsSchema(true),
    { claims: [{ text: "So.", support: [], against: [], sources: [] }], unaddressed: [] },
    (text) => readClaims(text, 2),
  ],
  [
    "a memo",
    memoSchema(true),
    { recommendation: "Go.", because: [], unless: [], contested: [], dissent: [], nextSteps: [] },
    (text) => readMemo(text, 2),
  ],
  [
    "options",
    memoSchema(false),
    {
      options: [{ option: "Go.", tradeOffs: [] }],
      recommendation: "Go.",
      because: [],
      unless: [],
      contested: [],
      dissent: [{ item: 1, quote: "" }],
      nextSteps: [],
    },
    (text) => readMemo(text, 2),
  ],
  [
    "a critique",
    CRITIQUE_SCHEMA,
    { critique: [{ quote: "", problem: "Short.", suggestion: "" }] },
    by(createCritiqueReader() as AnswerReader<never>),
  ],
  ["a signature", SIGNING_SCHEMA, { reason: "", signedOff: true }, null],
  [
    "findings",
    findingsSchema(null),
    { reasoning: "", findings: [{ quote: "", claim: "It leaks.", severity: "low", unseen: null }] },
    by(createReader<unknown>({ type: "findings" }, "?") as AnswerReader<never>),
  ],
  [
    "findings with tests",
    findingsSchema({} as ResolvedVerify),
    {
      reasoning: "",
      findings: [{ quote: "", claim: "It leaks.", severity: "low", unseen: null, test: null }],
    },
    by(createReader<unknown>({ type: "findings" }, "?") as AnswerReader<never>),
  ],
  [
    "votes",
    VOTES_SCHEMA,
    { votes: [{ item: 1, quote: "", reason: "", vote: "uphold", of: null, severity: null }] },
    by(createFindingVotesReader([{ claim: "It leaks.", authors: [0] }]) as AnswerReader<never>),
  ],
];

describe.each(cases)("the schema of %s", (_, schema, emptiest, read) => {
  test("is one that strict providers accept: every field is required, and there are no others", () => {
    const objects = nodesIn(schema as Node).filter(({ type }) => type === "object");
    expect(objects.length).toBeGreaterThan(0);
    for (const { properties = {}, required, additionalProperties } of objects) {
      expect(required).toEqual(Object.keys(properties));
      expect(additionalProperties).toBe(false);
    }
    const lists = nodesIn(schema as Node).filter((node) => node.enum !== undefined);
    for (const { type } of lists) expect(type).toBe("string");
  });

  test("allows nothing that its reader does not read", () => {
    expect(fits(emptiest, schema as Node)).toBe(true);
    const text = JSON.stringify(emptiest);
    if (read === null) return;
    expect(read(text)).not.toBeNull();
    expect(read(text)).not.toHaveProperty("error");
  });
});

function nodesIn(node: Node): Node[] {
  const inner = [...Object.values(node.properties ?? {}), ...(node.items ? [node.items] : [])];
  return [node, ...inner.flatMap(nodesIn)];
}

function fits(value: unknown, { type, properties = {}, items, enum: words }: Node): boolean {
  if (words && !words.includes(value)) return false;
  if (Array.isArray(value))
    return type === "array" && value.every((each) => fits(each, items as Node));
  if (value === null) return type.includes("null");
  if (typeof value !== "object")
    return type.includes(typeof value === "number" ? "integer" : typeof value);
  const entries = Object.entries(value);
  return (
    type === "object" &&
    entries.length === Object.keys(properties).length &&
    entries.every(([key, part]) => key in properties && fits(part, properties[key] as Node))
  );
}
