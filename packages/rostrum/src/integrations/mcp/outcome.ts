import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import {
  answerWords,
  clipped,
  money,
  noticesOf,
  oneLine,
  percent,
  stopWords,
} from "../../export/index.ts";
import type { ConfidenceBasis } from "../../protocol/result.ts";
import type { DebateRecord } from "../../record/index.ts";

/** What a tool returns about a debate: enough to act on, with the id for the rest. */
export interface Outcome {
  id: string;
  status: "running" | "waiting" | "completed" | "failed";
  question: string;
  answer: string | null;
  reasoning: string;
  agreement: number | null;
  confidence: number | null;
  confidenceBasis: ConfidenceBasis | null;
  stopReason: string;
  degraded: boolean;
  escalated: boolean;
  /** What must be known before the answer is used; empty for a complete result. */
  notices: string[];
  dissent: { debater: string; answer: string | null }[];
  calls: number;
  costUsd: number | null;
  transcript: string;
}

const unknownable = z.number().nullable();

export const outcomeShape: z.ZodType<Outcome> = z.object({
  id: z.string(),
  status: z.enum(["running", "waiting", "completed", "failed"]),
  question: z.string(),
  answer: z.string().nullable().describe("null while there is none"),
  reasoning: z.string(),
  agreement: unknownable.describe("share of the panel behind the leading answer, from 0 to 1"),
  confidence: unknownable.describe("from 0 to 1; null: unknown"),
  confidenceBasis: z
    .enum(["self_reported", "judge", "calibrated", "uncalibrated"])
    .nullable()
    .describe("self_reported: the members' own estimate, which says little; calibrated: measured"),
  stopReason: z.string(),
  degraded: z.boolean().describe("some replies are missing or could not be read"),
  escalated: z.boolean().describe("the panel did not agree; a person should review the answer"),
  notices: z.array(z.string()).describe("what must be known before the answer is used"),
  dissent: z.array(z.object({ debater: z.string(), answer: z.string().nullable() })),
  calls: z.number(),
  costUsd: unknownable.describe("US dollars; null: unknown"),
  transcript: z.string().describe("address of the whole transcript as a resource"),
});

function makeOutcome(id: string, record: DebateRecord): Outcome {
  const { status, result } = record;
  return {
    id,
    status,
    question: result.question,
    answer:
      result.answer === null || result.answer === undefined
        ? null
        : answerWords(result.answer, result.unit),
    reasoning: result.reasoning,
    agreement: result.agreement,
    confidence: result.confidence,
    confidenceBasis: result.confidenceBasis,
    stopReason: result.stopReason,
    degraded: result.integrity.degraded,
    escalated: result.escalateToHuman,
    notices: noticesOf(record).map(({ title, details }) => oneLine([title, ...details].join(" "))),
    dissent: result.dissent.map(({ debater, answer }) => ({ debater, answer })),
    calls: result.usage.calls,
    costUsd: result.costUsd,
    transcript: transcriptUri(id),
  };
}

/** The same in a few lines. Each begins with our own word, so that no answer can be mistaken for another line. */
function formatOutcome(outcome: Outcome): string {
  const { answer, agreement, notices, dissent, costUsd, calls, stopReason, transcript } = outcome;
  return [
    ...notices.map((notice) => `Notice: ${notice}`),
    `Answer: ${answer === null ? "(none)" : clipped(answer, 4000)}`,
    ...(agreement === null
      ? []
      : [`Agreement: ${percent(agreement)}; stopped because ${stopWords(stopReason)}`]),
    ...dissent.map(
      (each) =>
        `Dissent: ${oneLine(each.debater)} says ${clipped(each.answer ?? "(nothing)", 200)}`,
    ),
    `Cost: ${money(costUsd)} for ${calls} calls`,
    `Transcript: ${transcript}`,
  ].join("\n");
}

/** What a tool returns about a debate, for programs and for models. */
export function formatToolResult(id: string, record: DebateRecord): CallToolResult {
  const outcome = makeOutcome(id, record);
  return {
    content: [{ type: "text", text: formatOutcome(outcome) }],
    structuredContent: { ...outcome },
  };
}

export function formatToolError(words: string): CallToolResult {
  return { content: [{ type: "text", text: oneLine(words) }], isError: true };
}

export function transcriptUri(id: string): string {
  return `rostrum://debates/${encodeURIComponent(id)}`;
}
