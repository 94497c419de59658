import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import {
  describePeople,
  describeStop,
  describeVerdict,
  formatAnswer,
  shortenAnswer,
  formatCost,
  formatPercent,
  listMemoSections,
  listNotices,
  listRemarks,
  listReviewedDocuments,
  locateFindings,
  sortBySeverity,
  type LocatedFinding,
} from "@rostrum/core/export";
import {
  PLAN_VERDICTS,
  type Difference,
  type PartialResult,
  type PlanVerdict,
} from "@rostrum/core/protocol";
import { describeSeverity, fold, isUnchecked, type DebateRecord } from "@rostrum/core/record";
import { clipLine, escapeInvisible, shorten, toOneLine } from "@rostrum/core/support";
import { MCP_KEY, type McpHost } from "./host.ts";

interface OutcomeFinding {
  claim: string;
  severity: string;
  status: string;
  checked: boolean;
  quote: string | null;
  document: string | null;
  line: number | null;
  people: string;
}

/** Summary of a debate that tools return: small, enough to act on, with a link to everything else. */
export interface Outcome {
  id: string;
  status: DebateRecord["status"];
  question: string;
  headline: string | null;
  answer: string | null;
  reasoning: string;
  agreement: number | null;
  confidence: number | null;
  confidenceBasis: PartialResult["confidenceBasis"];
  stopReason: string;
  degraded: boolean;
  escalated: boolean;
  notices: string[];
  dissent: { debater: string; answer: string | null }[];
  differences: Difference[];
  findings: OutcomeFinding[] | null;
  verdict: PlanVerdict | null;
  memo: string | null;
  waitsFor: string[];
  error: string | null;
  calls: number;
  costUsd: number | null;
  atLeastUsd: number;
  shortened: string[];
  transcript: string;
  link: string | null;
  next: string | null;
}

type OutcomeHost = Pick<McpHost, "linkTo" | "notice">;

const unknownable = z.number().nullable();

/** Schema of `Outcome`, with descriptions of its fields for models. */
export const OUTCOME: z.ZodType<Outcome> = z.object({
  id: z.string(),
  status: z.enum(["running", "waiting", "completed", "failed"]).describe("waiting: for a person"),
  question: z.string(),
  headline: z.string().nullable().describe("the answer in one line"),
  answer: z.string().nullable().describe("null while there is none"),
  reasoning: z.string(),
  agreement: unknownable.describe(
    "share of the panel that gives this answer, from 0 to 1; null: unknown",
  ),
  confidence: unknownable.describe("from 0 to 1; null: unknown"),
  confidenceBasis: z
    .enum(["self_reported", "judge", "calibrated", "uncalibrated"])
    .nullable()
    .describe("self_reported: the members' own estimate, which says little; calibrated: measured"),
  stopReason: z.string(),
  degraded: z.boolean().describe("some replies are missing or could not be read"),
  escalated: z.boolean().describe("the panel did not agree; a person should review the answer"),
  notices: z.array(z.string()).describe("warnings to read before using the answer"),
  dissent: z.array(z.object({ debater: z.string(), answer: z.string().nullable() })),
  differences: z
    .array(
      z.object({
        about: z.string(),
        kind: z.enum(["conflict", "unique"]).describe("unique: only some members mention it"),
        says: z.array(z.object({ debaters: z.array(z.string()), text: z.string() })),
      }),
    )
    .describe("where the members' answers differ, the most consequential first"),
  findings: z
    .array(
      z.object({
        claim: z.string(),
        severity: z.string(),
        status: z.string().describe("upheld, contested or refuted by the other members"),
        checked: z.boolean().describe("false: no other member voted on it"),
        quote: z.string().nullable().describe("from the material; null: none was found there"),
        document: z.string().nullable(),
        line: z
          .number()
          .nullable()
          .describe("where the quote begins, in the file after the change"),
        people: z.string(),
      }),
    )
    .nullable()
    .describe("of a review, the most serious first; null: it was not a review"),
  verdict: z
    .enum(PLAN_VERDICTS)
    .nullable()
    .describe("of a review of a plan: carry it out, change it first, or think again"),
  memo: z.string().nullable(),
  waitsFor: z.array(z.string()),
  error: z.string().nullable(),
  calls: z.number(),
  costUsd: unknownable.describe("US dollars; null: unknown"),
  atLeastUsd: z.number().describe("the sum of the costs that are known"),
  shortened: z.array(z.string()).describe("fields that are complete only in the transcript"),
  transcript: z.string().describe("resource URI of the complete transcript"),
  link: z.string().nullable().describe("a page about the debate, for people; null: there is none"),
  next: z.string().nullable().describe("what to call next; null: nothing"),
});

/** Longest texts, in characters. */
const MAX_CHARS = { question: 300, answer: 4000, reasoning: 1500, memo: 4000, error: 500 };
const MAX_ITEMS = { notices: 8, dissent: 8, differences: 8, findings: 20 };
const MAX_LINE_CHARS = 200;

/** Summarizes a debate in its current state. */
function makeOutcome(id: string, record: DebateRecord, { linkTo, notice }: OutcomeHost): Outcome {
  const { status, result, waits, error } = record;
  const { answer, unit, integrity, escalateToHuman, usage, findings, memo } = result;
  const shortened: string[] = [];
  const clip = (name: keyof typeof MAX_CHARS, text: string): string => {
    if (text.length <= MAX_CHARS[name]) return text;
    shortened.push(name);
    return shorten(text, MAX_CHARS[name]);
  };
  const takeFirst = <T>(name: keyof typeof MAX_ITEMS, list: readonly T[]): T[] => {
    if (list.length > MAX_ITEMS[name]) shortened.push(name);
    return list.slice(0, MAX_ITEMS[name]);
  };
  const isReview = findings !== undefined && findings !== null;
  // The findings are the answer of a review.
  const answerText =
    isReview || answer === null || answer === undefined ? null : formatAnswer(answer, unit);
  const openWaits = waits.map(({ for: what, name }) =>
    toOneLine(
      what === "speak" ? `the words of ${name}` : what === "review" ? "a review" : "a go-ahead",
    ),
  );
  return {
    id,
    status,
    question: clip("question", result.question),
    headline: isReview ? null : result.headline,
    answer: answerText === null ? null : clip("answer", answerText),
    reasoning: clip("reasoning", result.reasoning),
    agreement: result.agreement,
    confidence: result.confidence,
    confidenceBasis: result.confidenceBasis,
    stopReason: result.stopReason,
    degraded: integrity.degraded,
    escalated: escalateToHuman,
    notices: [
      // A failure may be due to the host's panel; its notice says how to get a better one.
      ...(status === "failed" && notice !== undefined ? [clipLine(notice, 1000)] : []),
      ...takeFirst("notices", [
        ...listNotices(record).map(({ title, details }) => [title, ...details].join(" ")),
        ...readNotes(record),
      ]).map((words) => clipLine(words, MAX_LINE_CHARS)),
    ],
    dissent: takeFirst("dissent", result.dissent).map((position) => ({
      debater: clipLine(position.debater, 64),
      answer: position.answer === null ? null : shortenAnswer(position.answer),
    })),
    differences: takeFirst("differences", result.differences).map(({ about, kind, says }) => ({
      about: clipLine(about, MAX_LINE_CHARS),
      kind,
      says: says.map(({ debaters, text }) => ({ debaters, text: clipLine(text, MAX_LINE_CHARS) })),
    })),
    findings: isReview
      ? takeFirst(
          "findings",
          sortFindings(locateFindings(findings, listReviewedDocuments(record.started?.context))),
        ).map(describeFinding)
      : null,
    verdict: result.verdict ?? null,
    memo: memo ? clip("memo", formatMemo(memo)) : null,
    waitsFor: openWaits.slice(0, MAX_ITEMS.dissent),
    error: error === null ? null : clip("error", toOneLine(error.message)),
    calls: usage.calls,
    costUsd: result.costUsd,
    atLeastUsd: record.atLeastUsd,
    shortened,
    transcript: transcriptUri(id),
    link: linkTo?.(id) ?? null,
    next: describeNext(id, status, openWaits),
  };
}

/** Reads the host's notes about the material. */
function readNotes({ started }: DebateRecord): string[] {
  const { notes } = Object(started?.metadata?.[MCP_KEY]) as { notes?: unknown };
  return Array.isArray(notes) ? notes.filter((note) => typeof note === "string") : [];
}

function describeNext(
  id: string,
  status: Outcome["status"],
  open: readonly string[],
): string | null {
  if (status === "running")
    return `call result with id ${id}, which waits for the end; continue with other work until then`;
  if (status === "waiting") return `it waits for ${open.join(", ") || "a person"}: tell the user`;
  return null;
}

/** Puts refuted findings last. */
function sortFindings(findings: readonly LocatedFinding[]): LocatedFinding[] {
  const isRefuted = ({ status }: LocatedFinding): number => Number(status === "refuted");
  return sortBySeverity(findings).toSorted((a, b) => isRefuted(a) - isRefuted(b));
}

function describeFinding(finding: LocatedFinding): OutcomeFinding {
  const quote = finding.quotes.find(({ verified }) => verified);
  const document = finding.at?.document ?? quote?.document;
  return {
    claim: clipLine([finding.claim, ...listRemarks(finding)].join("; "), MAX_LINE_CHARS),
    severity: clipLine(describeSeverity(finding), 80),
    status: finding.status,
    checked: !isUnchecked(finding),
    quote: quote ? clipLine(quote.text, 160) : null,
    document: document === undefined ? null : clipLine(document, 200),
    line: finding.at?.startLine ?? null,
    people: clipLine(describePeople(finding), 160),
  };
}

function formatMemo(memo: Parameters<typeof listMemoSections>[0]): string {
  return listMemoSections(memo)
    .map(({ title, items }) =>
      [
        title,
        ...items.flatMap(({ text, more }) => [
          `- ${toOneLine(text)}`,
          ...more.map((each) => `  - ${toOneLine(each)}`),
        ]),
      ].join("\n"),
    )
    .join("\n\n");
}

/**
 * Formats an outcome in a few lines. Each begins with our own word, so that no answer can be mistaken for another
 * line.
 */
function formatOutcome(outcome: Outcome): string {
  const { headline, answer, agreement, notices, dissent, costUsd, atLeastUsd, calls } = outcome;
  const { status, error, findings, verdict, differences, memo, stopReason } = outcome;
  const { id, shortened, transcript, link, next } = outcome;
  return [
    `Debate: ${toOneLine(id)}, ${status}`,
    ...notices.map((notice) => `Notice: ${notice}`),
    ...(error === null ? [] : [`Error: ${error}`]),
    ...(headline === null || headline === answer ? [] : [`Headline: ${toOneLine(headline)}`]),
    ...(findings === null && status !== "running"
      ? [`Answer: ${answer === null ? "(none)" : indentLines(answer)}`]
      : []),
    ...(verdict === null ? [] : [`Verdict: ${describeVerdict(verdict)}`]),
    ...(findings ?? []).map(
      ({ severity, status: state, checked, claim, document, line, quote }) =>
        `Finding: ${severity}, ${checked ? state : "not checked"}: ${claim}${document === null ? "" : ` [${document}${line === null ? "" : `:${line}`}]`}${quote === null ? "" : ` > ${quote}`}`,
    ),
    ...(memo === null ? [] : [`Memo: ${indentLines(memo)}`]),
    ...(agreement === null || status === "running"
      ? []
      : [
          `Support: ${formatPercent(agreement)} of the panel; stopped because ${describeStop(stopReason)}`,
        ]),
    ...differences.map(
      ({ about, says }) =>
        `Difference: ${about}: ${says.map(({ debaters, text }) => `${debaters.join(", ")}: ${toOneLine(text)}`).join("; ")}`,
    ),
    ...dissent.map((each) => `Dissent: ${each.debater} says ${each.answer ?? "(nothing)"}`),
    `Cost: ${formatCost(costUsd, atLeastUsd)} for ${calls} calls`,
    ...(shortened.length === 0
      ? []
      : [`Shortened: ${shortened.join(", ")}; the transcript has all of it`]),
    `Transcript: ${transcript}`,
    ...(link === null ? [] : [`Page: ${link}`]),
    ...(next === null ? [] : [`Next: ${toOneLine(next)}`]),
  ].join("\n");
}

/** Indents each line, so that none can be mistaken for one of ours. */
function indentLines(text: string): string {
  return escapeInvisible(text).replaceAll("\n", "\n  ");
}

/** Formats a debate as a tool result, structured for programs and as text for models. */
export function formatToolResult(
  id: string,
  record: DebateRecord,
  host: OutcomeHost,
): CallToolResult {
  const outcome = makeOutcome(id, record, host);
  return {
    content: [
      { type: "text", text: formatOutcome(outcome) },
      { type: "resource_link", uri: outcome.transcript, name: id, mimeType: "text/markdown" },
    ],
    structuredContent: { ...outcome },
  };
}

/** Result of a review without anything to review: an outcome without a debate. */
export function formatNothing(words: string): CallToolResult {
  const outcome = { ...makeOutcome("", fold([]), {}), findings: [], notices: [toOneLine(words)] };
  return {
    content: [{ type: "text", text: toOneLine(words) }],
    structuredContent: { ...outcome, status: "completed", next: null },
  };
}

export function formatToolError(words: string): CallToolResult {
  return { content: [{ type: "text", text: toOneLine(words) }], isError: true };
}

export function transcriptUri(id: string): string {
  return `rostrum://debates/${encodeURIComponent(id)}`;
}
