import type { CallToolResult } from "@modelcontextprotocol/server";
import {
  describeStop,
  describeSupport,
  describeVerdict,
  formatCost,
  formatCount,
  formatPlannedCost,
  formatTokens,
} from "@rostrum/core/export";
import type { DebateRecord } from "@rostrum/core/record";
import { escapeInvisible, toOneLine } from "@rostrum/core/support";
import type { McpRun } from "./host.ts";
import { makeOutcome, type Outcome, type OutcomeFinding, type OutcomeHost } from "./outcome.ts";

/**
 * Formats an outcome in a few lines. Each begins with our own word, so that no answer can be mistaken for another
 * line.
 */
function formatOutcome(
  outcome: Outcome,
  { cost, support, showCommand }: { cost: string; support: string; showCommand: string | null },
): string {
  const { headline, answer, agreement, notices, dissent, calls } = outcome;
  const { status, error, findings, verdict, differences, memo, stopReason } = outcome;
  const { id, shortened, transcript, link, next, members, reviewed, estimate } = outcome;
  const hasAnswerLine = findings === null && reviewed === null && status === "completed";
  return [
    `Debate: ${toOneLine(id)}, ${status}`,
    `Members: ${members.map(({ name, model }) => `${name} (${model})`).join(", ")}`,
    ...(reviewed === null
      ? []
      : [`Reviewed: ${toOneLine(reviewed.what)}${describeFiles(reviewed.fileCount)}`]),
    ...notices.map((notice) => `Notice: ${notice}`),
    ...(error === null ? [] : [`Error: ${error}`]),
    // The answer often begins with its headline.
    ...(headline === null || (hasAnswerLine && answer?.startsWith(headline) === true)
      ? []
      : [`Headline: ${toOneLine(headline)}`]),
    ...(hasAnswerLine ? [`Answer: ${answer === null ? "(none)" : indentLines(answer)}`] : []),
    ...(verdict === null ? [] : [`Verdict: ${describeVerdict(verdict)}`]),
    ...(findings ?? []).map(
      ({ severity, status: state, checked, claim, document, line, quote, ...voters }) =>
        `Finding: ${severity}, ${checked ? state : "not checked"}: ${claim}${document === null ? "" : ` [${document}${line === null ? "" : `:${line}`}]`}${quote === null ? "" : ` > ${quote}`} (${describeVoters(voters)})`,
    ),
    ...(memo === null ? [] : [`Memo: ${indentLines(memo)}`]),
    ...(agreement === null || status === "running"
      ? []
      : [
          `Support: ${support}${stopReason === null ? "" : `; stopped because ${describeStop(stopReason)}`}`,
        ]),
    ...differences.map(
      ({ about, says }) =>
        `Difference: ${about}: ${says.map(({ debaters, text }) => `${debaters.join(", ")}: ${toOneLine(text)}`).join("; ")}`,
    ),
    ...dissent.map((each) => `Dissent: ${each.debater} says ${each.answer ?? "(nothing)"}`),
    ...(estimate === null || status !== "running"
      ? []
      : [`Estimate: ${formatPlannedCost({ typical: estimate.typicalUsd, max: estimate.maxUsd })}`]),
    `Cost${status === "running" ? " so far" : ""}: ${cost} for ${formatCount(calls, "call")}`,
    ...(shortened.length === 0
      ? []
      : [`Shortened: ${shortened.join(", ")}; the transcript has all of it`]),
    `Transcript: ${transcript}`,
    ...(showCommand === null ? [] : [`For people: ${toOneLine(showCommand)}`]),
    ...(link === null ? [] : [`Page: ${link}`]),
    ...(next === null ? [] : [`Next: ${toOneLine(next)}`]),
  ].join("\n");
}

/** The cost, or why it is unknown. */
export function describeCost({ result, atLeastUsd }: DebateRecord): string {
  const { costUsd, usage } = result;
  const reason = formatTokens(usage) === null ? "tokens unknown" : "price unknown";
  return formatCost(costUsd, atLeastUsd, reason);
}

/** Empty for a plan that was passed as a text. */
function describeFiles(count: number): string {
  return count === 0 ? "" : ` (${formatCount(count, "file")})`;
}

/** Indents each line, so that none can be mistaken for one of ours. */
function indentLines(text: string): string {
  return escapeInvisible(text).replaceAll("\n", "\n  ");
}

/** Formats a debate as a tool result, structured for programs and as text for models. */
export function formatToolResult(
  { id, plan, record }: Pick<McpRun, "id" | "plan" | "record">,
  host: OutcomeHost,
): CallToolResult {
  const current = record();
  const outcome = makeOutcome(id, current, host, plan);
  const cost = describeCost(current);
  const support = describeSupport(current.result);
  const showCommand = host.showCommand?.(id) ?? null;
  return {
    content: [
      { type: "text", text: formatOutcome(outcome, { cost, support, showCommand }) },
      { type: "resource_link", uri: outcome.transcript, name: id, mimeType: "text/markdown" },
    ],
    structuredContent: { ...outcome },
  };
}

/** Result of a review without anything to review: there is no debate, so there is no id and no transcript. */
export function formatNothing(words: string): CallToolResult {
  return {
    content: [{ type: "text", text: toOneLine(words) }],
    structuredContent: { status: "completed", headline: toOneLine(words), findings: [], calls: 0 },
  };
}

export function formatToolError(words: string): CallToolResult {
  return { content: [{ type: "text", text: toOneLine(words) }], isError: true };
}

/** "a, b; upheld by c; disputed by d". */
function describeVoters({
  foundBy,
  upheldBy,
  disputedBy,
}: Pick<OutcomeFinding, "foundBy" | "upheldBy" | "disputedBy">): string {
  return [
    `found by ${foundBy.join(", ")}`,
    ...(upheldBy.length === 0 ? [] : [`upheld by ${upheldBy.join(", ")}`]),
    ...(disputedBy.length === 0 ? [] : [`disputed by ${disputedBy.join(", ")}`]),
  ]
    .map(toOneLine)
    .join("; ");
}
