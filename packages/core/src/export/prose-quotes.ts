import type { Citation } from "../protocol/citation.ts";
import type { Position } from "../protocol/position.ts";
import { findJudgmentQuotes, findProseQuotes, type DebateRecord } from "../record/index.ts";

/** The quotations in a debater's reply, and whether they occur in what it had read. */
export function listReplyQuotes({ result, started }: DebateRecord, position: Position): Citation[] {
  if (position.status !== "spoke" && position.status !== "unread") return [];
  const { question, rounds } = result;
  return findProseQuotes(position, { question, rounds, context: started?.context ?? [] });
}

/** The quotations in a judge's prose; none where it gave citations, which count instead. */
export function listJudgmentQuotes({ result, started }: DebateRecord): Citation[] {
  const { question, rounds, decision } = result;
  if (decision.judgment === undefined || decision.citations !== undefined) return [];
  return findJudgmentQuotes(decision.judgment, {
    question,
    rounds,
    context: started?.context ?? [],
  });
}
