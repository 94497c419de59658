import { z } from "zod";
import {
  classifyTask,
  formatAnswer,
  shortenAnswer,
  formatCount,
  formatModelName,
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
  type DebatePlan,
  type Difference,
  type PartialResult,
  type PlanVerdict,
} from "@rostrum/core/protocol";
import {
  countStatuses,
  describeSeverity,
  isUnchecked,
  type DebateRecord,
} from "@rostrum/core/record";
import { clipLine, shorten, toOneLine, wasStopped } from "@rostrum/core/support";
import { MCP_KEY, type McpHost, type ReviewedMaterial } from "./host.ts";

/** Expected cost of a debate, in US dollars. Null: a price is unknown. */
export interface CostEstimate {
  typicalUsd: number | null;
  maxUsd: number | null;
}

export interface OutcomeFinding {
  claim: string;
  severity: string;
  status: string;
  checked: boolean;
  quote: string | null;
  document: string | null;
  line: number | null;
  foundBy: string[];
  upheldBy: string[];
  disputedBy: string[];
}

/** Summary of a debate that tools return: small, enough to act on, with a link to everything else. */
export interface Outcome {
  id: string;
  status: DebateRecord["status"] | "cancelled";
  question: string;
  members: { name: string; model: string }[];
  reviewed: { what: string; fileCount: number; files: string[] } | null;
  headline: string | null;
  answer: string | null;
  reasoning: string;
  agreement: number | null;
  confidence: number | null;
  confidenceBasis: PartialResult["confidenceBasis"];
  stopReason: string | null;
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
  estimate: CostEstimate | null;
  shortened: string[];
  transcript: string;
  link: string | null;
  next: string | null;
}

export type OutcomeHost = Pick<McpHost, "linkTo" | "notice" | "showCommand">;

const unknownable = z.number().nullable();

/** Schema of `Outcome`, with descriptions of its fields for models. */
export const OUTCOME: z.ZodType<Outcome> = z.object({
  id: z.string(),
  status: z
    .enum(["running", "waiting", "completed", "cancelled", "failed"])
    .describe("waiting: for a person"),
  question: z.string(),
  members: z.array(z.object({ name: z.string(), model: z.string() })),
  reviewed: z
    .object({ what: z.string(), fileCount: z.number(), files: z.array(z.string()) })
    .nullable()
    .describe("material of a review; null: it was not a review"),
  headline: z.string().nullable().describe("the answer, or the result of a review, in one line"),
  answer: z.string().nullable().describe("null while there is none"),
  reasoning: z.string(),
  agreement: unknownable.describe(
    "share of the members that could be asked who give this answer, from 0 to 1; null: unknown",
  ),
  confidence: unknownable.describe("from 0 to 1; null: unknown"),
  confidenceBasis: z
    .enum(["self_reported", "judge", "calibrated", "uncalibrated"])
    .nullable()
    .describe("self_reported: the members' own estimate, which says little; calibrated: measured"),
  stopReason: z.string().nullable().describe("why the debate ended; null for a review"),
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
        foundBy: z.array(z.string()).describe("names of members"),
        upheldBy: z.array(z.string()).describe("other members who agree"),
        disputedBy: z.array(z.string()).describe("members who call it wrong, or wrong in part"),
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
  estimate: z
    .object({ typicalUsd: unknownable, maxUsd: unknownable })
    .nullable()
    .describe("cost that was expected before the debate began; null: not estimated"),
  shortened: z.array(z.string()).describe("fields that are complete only in the transcript"),
  transcript: z.string().describe("resource URI of the complete transcript"),
  link: z.string().nullable().describe("a page about the debate, for people; null: there is none"),
  next: z.string().nullable().describe("what to call next; null: nothing"),
});

/** Longest texts, in characters. */
const MAX_CHARS = { question: 300, answer: 4000, reasoning: 1500, memo: 4000, error: 500 };
const MAX_ITEMS = {
  notices: 8,
  dissent: 8,
  differences: 8,
  waitsFor: 8,
  findings: 20,
  files: 20,
};
const MAX_LINE_CHARS = 200;

/** Summarizes a debate in its current state. */
export function makeOutcome(
  id: string,
  record: DebateRecord,
  { linkTo, notice }: OutcomeHost,
  plan: DebatePlan | undefined,
): Outcome {
  const { result, waits, error, started } = record;
  const status = wasStopped(error) ? "cancelled" : record.status;
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
  const task = classifyTask(result.question);
  const { reviewed: material, estimate } = readMetadata(record);
  // A plan that was passed as a text is in no file.
  const files =
    task === "plan" && material === undefined
      ? []
      : listReviewedDocuments(started?.context).map(({ document }) => document);
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
    // The question of a review is our own prompt.
    question: task === null ? clip("question", result.question) : clipLine(result.question, 100),
    members: (started?.panel ?? []).map(({ name, model }) => ({
      name: clipLine(name, 64),
      model: clipLine(formatModelName(model), 100),
    })),
    reviewed:
      task === null
        ? null
        : {
            what: material?.what ?? (task === "plan" ? "a plan" : "documents"),
            fileCount: files.length,
            files: takeFirst("files", files).map((file) => clipLine(file, 200)),
          },
    headline: isReview ? describeReview(record) : result.headline,
    answer: answerText === null ? null : clip("answer", answerText),
    reasoning: clip("reasoning", result.reasoning),
    agreement: result.agreement,
    confidence: result.confidence,
    confidenceBasis: result.confidenceBasis,
    stopReason: task === null ? result.stopReason : null,
    degraded: integrity.degraded && status !== "cancelled",
    escalated: escalateToHuman,
    notices: [
      // A failure may be due to the host's panel; its notice says how to get a better one.
      ...(status === "failed" && notice !== undefined ? [clipLine(notice, 1000)] : []),
      ...takeFirst("notices", [
        ...listNotices(record)
          // The status and the error say these, and calls that ended with the debate are no failures.
          .filter(({ kind }) => kind !== "unfinished" && kind !== "stopped" && kind !== "failed")
          .filter(({ kind }) => kind !== "degraded" || status !== "cancelled")
          .map(({ title, details }) => [title, ...details].join(" ")),
        ...(material?.notes ?? []),
      ]).map((words) => clipLine(words, MAX_LINE_CHARS)),
    ],
    dissent: takeFirst("dissent", result.dissent).map((position) => ({
      debater: clipLine(position.debater, 64),
      answer:
        position.answer === null
          ? null
          : shortenAnswer(position.answer, { label: position.label ?? null }),
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
    waitsFor: takeFirst("waitsFor", openWaits),
    error:
      error === null || status === "cancelled" ? null : clip("error", toOneLine(error.message)),
    calls: usage.calls,
    costUsd: roundUsd(result.costUsd),
    atLeastUsd: roundUsd(record.atLeastUsd),
    estimate: roundEstimate(
      estimate ??
        (plan && status === "running"
          ? { typicalUsd: plan.usd.typical, maxUsd: plan.usd.max }
          : null),
    ),
    shortened,
    transcript: transcriptUri(id),
    link: linkTo?.(id) ?? null,
    next: describeNext(id, status, openWaits),
  };
}

interface StoredNotes {
  reviewed?: ReviewedMaterial;
  estimate?: CostEstimate;
}

/** Reads what the host stored about the material and the cost. */
function readMetadata({ started }: DebateRecord): StoredNotes {
  return Object(started?.metadata?.[MCP_KEY]) as StoredNotes;
}

/** Rounds to a millionth of a dollar: sums of prices have digits that mean nothing. */
function roundUsd<T extends number | null>(usd: T): T {
  return (usd === null ? null : Math.round(usd * 1e6) / 1e6) as T;
}

function roundEstimate(estimate: CostEstimate | null): CostEstimate | null {
  return (
    estimate && { typicalUsd: roundUsd(estimate.typicalUsd), maxUsd: roundUsd(estimate.maxUsd) }
  );
}

/** "3 findings: 2 upheld, 1 contested", or "No findings: 3 of 3 reviewers found nothing in 1 file.". Null before the end. */
function describeReview({ status, result, started }: DebateRecord): string | null {
  const { findings, rounds } = result;
  if (status !== "completed" || !findings) return null;
  const refuted = findings.filter(({ status: state }) => state === "refuted").length;
  if (refuted < findings.length)
    return `${formatCount(findings.length, "finding")}: ${countStatuses(findings).join(", ")}`;
  if (refuted > 0)
    return `No finding stands: the other members refuted ${refuted === 1 ? "the only one" : `all ${refuted}`}.`;
  const replies = rounds[0]?.positions.filter(({ status: state }) => state === "spoke") ?? [];
  const count = started?.panel.length ?? replies.length;
  const isPlan = classifyTask(result.question) === "plan";
  const files = listReviewedDocuments(started?.context).length;
  const place = isPlan ? "the plan" : formatCount(files, "file");
  return `No findings: ${replies.length} of ${formatCount(count, "reviewer")} found nothing in ${place}.`;
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
    foundBy: [...finding.by],
    upheldBy: listVoters(finding, "uphold", "duplicate"),
    disputedBy: listVoters(finding, "refute", "partly"),
  };
}

function listVoters({ votes }: LocatedFinding, ...kinds: string[]): string[] {
  return votes.filter(({ vote }) => kinds.includes(vote)).map(({ debater }) => debater);
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

export function transcriptUri(id: string): string {
  return `rostrum://debates/${encodeURIComponent(id)}`;
}
