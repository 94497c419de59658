import type { Citation } from "../protocol/citation.ts";
import type { Position } from "../protocol/position.ts";
import { findJudgmentQuotes, findProseQuotes } from "../record/quotes/prose-quotes.ts";
import type { DebateRecord } from "../record/recorder.ts";

/** Quotations in a debater's reply, checked against the texts that it had read. */
export function listReplyQuotes({ result, started }: DebateRecord, position: Position): Citation[] {
  if (position.status !== "spoke" && position.status !== "unread") return [];
  const { question, rounds } = result;
  return findProseQuotes(position, { question, rounds, context: started?.context ?? [] });
}

/** Quotations in a judge's prose. Empty if it gave citations, which count instead. */
export function listJudgmentQuotes({ result, started }: DebateRecord): Citation[] {
  const { question, rounds, decision } = result;
  if (decision.judgment === undefined || decision.citations !== undefined) return [];
  return findJudgmentQuotes(decision.judgment, {
    question,
    rounds,
    context: started?.context ?? [],
  });
}
