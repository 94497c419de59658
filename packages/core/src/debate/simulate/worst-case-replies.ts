import { MAX_DIFFERENCES } from "../../answers/comparer-reply/read-groups.ts";
import { MAX_FINDINGS } from "../../answers/findings/read-findings.ts";
import { MAX_OBJECTIONS } from "../../answers/drafting/read-critique.ts";
import { sectionLines } from "../../answers/reply/sections.ts";
import type { ModelReply, Role } from "../../protocol/model.ts";
import { MAX_PAGE_CHARS, MAX_PAGES } from "../../protocol/provider-search.ts";
import { parseStep } from "../../protocol/step-id.ts";
import type { StepCall } from "../../protocol/step.ts";
import type { CheckOutcome, Verdict } from "../../protocol/verify.ts";
import { MAX_CHECK_COMMENT_TOKENS } from "../spending/call-spend.ts";
import { isDraft, isReview } from "../config/debate-kinds.ts";
import { readOriginalText } from "../../record/quotes/material.ts";
import type { ResolvedConfig, Task } from "../config/resolved-config.ts";
import { MAX_NAME_LENGTH, MAX_REFUSED, MAX_RESULT_TOKENS } from "../tools/tool-limits.ts";
import { readSimulatedWords, writeDense, writeSimulated } from "./simulated-text.ts";

/** How simulated models behave. */
export interface Behavior {
  /** All members give the same answer, and nobody finds or claims anything. Else every answer is another one. */
  agrees: boolean;
  /** Members use all the tools that they may use. */
  usesTools: boolean;
  /** Findings quote all of the material, so that all of it is shown again. */
  quotesAll: boolean;
  /** Findings, objections and differences are as long as usual. Else they are short, and as many as fit. */
  areEntriesUsual?: true;
  /** The checker's verdict on every answer. `first_stands` refutes all but the first member's. */
  check: Verdict | "first_stands";
}

/** Inputs of a simulated reply. */
export interface ReplyTerms {
  config: ResolvedConfig;
  task: Task;
  behavior: Behavior;
  /** A number that no other reply of the run has. */
  serial: number;
  /** How long the reply is. */
  tokens: number;
}

/** A reply that can't be read, so that it is asked for again. */
export function writeUnreadable({ tokens, serial }: ReplyTerms): ModelReply {
  return { text: writeSimulated(`I don't know. ${serial}`, tokens) };
}

/** A reply that its reader accepts, in the form that costs the most later on. */
export function writeReply(call: StepCall, terms: ReplyTerms): ModelReply {
  return WRITERS[call.request.role](call, terms);
}

const WRITERS: Record<Role, (call: StepCall, terms: ReplyTerms) => ModelReply> = {
  debater: writeTurn,
  router: (call, terms) => inSection(call, writeText(call, terms)),
  judge: writeVerdict,
  ballot: (call) => asObject(call, { ranking: listNumbers(call) }),
  comparer: writeGroups,
  crux: (call, { tokens }) => asObject(call, { claim: writeDense(tokens), for: [1], against: [2] }),
  claims: writeClaims,
  memo: (call) => asObject(call, { recommendation: "Do it." }),
  audit: (call) => asObject(call, { refuted: false, reason: "" }),
  tool: writeResult,
};

/** A turn with everything that the provider's search may find. */
function writeTurn(call: StepCall, terms: ReplyTerms): ModelReply {
  const reply = writeOwnTurn(call, terms);
  const isSearching = call.request.tools !== undefined && (call.tools?.feesUsd ?? 0) > 0;
  if (!isSearching) return reply;
  const page = { name: "search", input: {}, output: writeDense(MAX_PAGE_CHARS) };
  const pages = Array.from({ length: MAX_PAGES }, () => page);
  return { ...reply, toolCalls: [...(reply.toolCalls ?? []), ...pages] };
}

function writeOwnTurn(call: StepCall, terms: ReplyTerms): ModelReply {
  const { config, behavior } = terms;
  const text = writeText(call, terms);
  const mayAsk = call.request.tools !== undefined && !call.tools?.isRunByProvider;
  if (mayAsk && behavior.usesTools) return askForTools(call, text);
  if (call.wholeText) return { text };
  if (isReview(config)) {
    return call.request.round === 0 ? writeFindings(call, terms) : writeVotes(call);
  }
  return isDraft(config) ? writeCritique(call, terms) : inSection(call, text);
}

/** One tool a turn makes the most turns. In the last of them, others are asked for that are refused. */
function askForTools(call: StepCall, text: string): ModelReply {
  const name = parseStep(call.step);
  const turn = (name?.role === "debater" && name.turn) || 0;
  const isLast = turn + 1 >= (call.maxToolSteps ?? 0);
  const tool = { name: "t".repeat(MAX_NAME_LENGTH), input: {} };
  return { text, toolCalls: Array.from({ length: isLast ? 1 + MAX_REFUSED : 1 }, () => tool) };
}

/** Tokens that an entry of a list takes in a reply. */
interface EntryTokens {
  shortest: number;
  usual: number;
}

const FINDING: EntryTokens = { shortest: 12, usual: 120 };
const OBJECTION: EntryTokens = { shortest: 8, usual: 80 };

function writeFindings(call: StepCall, terms: ReplyTerms): ModelReply {
  const { config, behavior } = terms;
  const claims = behavior.agrees ? [] : splitText(terms, FINDING, MAX_FINDINGS);
  const test = config.verify === null ? {} : { test: "expect(false)" };
  const quotes = behavior.quotesAll ? listDocuments(call, terms) : [];
  return asObject(call, {
    findings: claims.map((claim, index) => ({
      claim,
      quote: quotes[index] ?? UNFOUND,
      severity: "critical",
      ...test,
    })),
  });
}

/** The texts that a call of the first member shows. What findings quote is shown again to whoever checks them. */
function listDocuments({ step, request }: StepCall, { task }: ReplyTerms): string[] {
  const name = parseStep(step);
  if (name?.role !== "debater" || name.panelIndex > 0) return [];
  const texts = task.material.flatMap((item) => readOriginalText(item)?.text ?? []);
  return texts.filter((text) => request.messages.some(({ content }) => content.includes(text)));
}

function writeVotes(call: StepCall): ModelReply {
  return asObject(call, { votes: listNumbers(call).map((item) => ({ item, vote: "uphold" })) });
}

function writeCritique(call: StepCall, terms: ReplyTerms): ModelReply {
  const problems = splitText(terms, OBJECTION, MAX_OBJECTIONS);
  return asObject(call, {
    critique: problems.map((problem) => ({ problem, quote: UNFOUND, suggestion: UNFOUND })),
  });
}

function writeVerdict(call: StepCall, terms: ReplyTerms): ModelReply {
  const { config } = terms;
  const text = writeText(call, terms);
  if (isDraft(config)) return asObject(call, { reason: text, signedOff: true });
  // A judge of sides is shown no positions.
  if (config.sides !== null && call.request.peers.length === 0) return inSection(call, "1");
  const { decide } = config;
  const rule = typeof decide !== "function" && decide.type === "judged" ? decide : null;
  if (rule?.mode === "pick") {
    const [first] = call.request.peers;
    return { text: `${text}\n${inSection(call, first?.debater ?? "").text}` };
  }
  const isStructured = rule === null || rule.structured;
  if (isStructured) return asObject(call, { answer: text, justification: "", citations: [] });
  return inSection(call, text);
}

/** Tokens of a statement of a difference, without the numbers of those who make it. */
const STATEMENT: EntryTokens = { shortest: 15, usual: 40 };
/** Tokens of one of these numbers. */
const NUMBER_TOKENS = 2;
/** A claim of a report costs the most where it is shortest, and a report has a limit for claims. */
const CLAIM: EntryTokens = { shortest: 1, usual: 1 };

/** Everybody makes every statement, so that all are named with each. */
function writeGroups(call: StepCall, terms: ReplyTerms): ModelReply {
  const numbers = listNumbers(call);
  const { agrees } = terms.behavior;
  const groups = agrees ? [numbers] : numbers.map((number) => [number]);
  const named = NUMBER_TOKENS * numbers.length;
  const statement = { shortest: STATEMENT.shortest + named, usual: STATEMENT.usual + named };
  const statements = splitText(terms, statement, MAX_DIFFERENCES);
  return asObject(call, {
    groups: groups.map((items) => ({ items, label: "" })),
    none: [],
    differences: agrees
      ? []
      : statements.map((text) => ({
          about: "this",
          kind: "unique",
          says: [{ items: numbers, text }],
        })),
  });
}

function writeClaims(call: StepCall, terms: ReplyTerms): ModelReply {
  const { config, behavior } = terms;
  const texts = behavior.agrees ? [] : splitText(terms, CLAIM, config.report?.max ?? 0);
  const { items = [] } = call.request;
  const support = items.map((text, index) => ({
    item: index + 1,
    quote: readSimulatedWords(text),
  }));
  return asObject(call, {
    claims: texts.map((text) => ({ text, support, against: [] })),
    unaddressed: [],
  });
}

/** The result of a tool, or what the checker says of an answer. */
function writeResult(call: StepCall, terms: ReplyTerms): ModelReply {
  if (call.check === undefined) return { text: writeDense(MAX_RESULT_TOKENS + 1) };
  const answer = call.request.messages[0]?.content ?? "";
  const outcome: CheckOutcome = {
    verdict: judgeAnswer(answer, terms),
    says: writeSimulated("", MAX_CHECK_COMMENT_TOKENS),
  };
  return { text: JSON.stringify(outcome) };
}

function judgeAnswer(answer: string, { config, behavior: { check } }: ReplyTerms): Verdict {
  // The tests of a review are run without any test of a finding first.
  if (answer === "") return "ok";
  if (check !== "first_stands") return check;
  if (!readSimulatedWords(answer).startsWith("seat 0 ")) return "refuted";
  // An answer that is found right ends the debate where it locks; else readers are told so.
  return config.verify?.lock ? "unknown" : "ok";
}

/** Enough for an answer to count as a long one, which is asked for its differences from the others. */
const ANSWER_WORDS = 50;

/** Begins with the member's seat and a number that no other reply has; all the same where members agree. */
function writeText(call: StepCall, { tokens, serial, behavior }: ReplyTerms): string {
  const name = parseStep(call.step);
  const seat = name !== null && "panelIndex" in name ? name.panelIndex : "none";
  const words = behavior.agrees ? "seats all say so" : `seat ${seat} says ${serial}`;
  return writeSimulated(words, tokens, ANSWER_WORDS);
}

/** The text of a reply in parts: as many as fit. */
function splitText(
  { tokens, serial, behavior }: ReplyTerms,
  { shortest, usual }: EntryTokens,
  maxParts: number,
): string[] {
  const each = behavior.areEntriesUsual ? usual : shortest;
  const count = Math.min(maxParts, Math.max(1, Math.floor(tokens / each)));
  return Array.from({ length: count }, (_, index) =>
    writeSimulated(`part ${index} of ${serial}`, tokens / count),
  );
}

/** Words that stand nowhere, for a quote. */
const UNFOUND = writeSimulated("", 1);

function listNumbers({ request: { items = [] } }: StepCall): number[] {
  return items.map((_, index) => index + 1);
}

function inSection({ mark }: StepCall, text: string): ModelReply {
  const { open, close } = sectionLines(mark);
  return { text: `${open}\n${text}\n${close}` };
}

function asObject(call: StepCall, value: object): ModelReply {
  return inSection(call, JSON.stringify(value));
}
