import { NO_USAGE } from "./costs.ts";
import type { PartialResult } from "./result.ts";

/** Result of a debate that has not begun, for errors before the first event. */
export function emptyResult(id = "", question = ""): PartialResult {
  const emptyWhatIf = { answer: null, calls: 0, tokens: 0, usd: 0 };
  return {
    id,
    question,
    answer: null,
    headline: null,
    unit: null,
    text: "",
    reasoning: "",
    confidence: null,
    confidenceBasis: null,
    winner: null,
    decision: { method: "none", basis: "exact", tally: [] },
    dissent: [],
    differences: [],
    rounds: [],
    routing: "debate",
    converged: false,
    agreement: null,
    stopReason: "unfinished",
    escalateToHuman: false,
    cruxes: [],
    stakes: null,
    guarantee: null,
    integrity: {
      degraded: false,
      planned: 0,
      completed: 0,
      reissued: 0,
      dropped: [],
      unread: 0,
      truncated: 0,
      clarified: 0,
      fallback: null,
      compared: { asked: 0, failed: 0, skipped: 0 },
      unverifiedQuotes: 0,
      failedQuotes: [],
      missing: [],
    },
    whatIf: { single: { ...emptyWhatIf }, roundZeroVote: { ...emptyWhatIf }, changed: [] },
    warnings: [],
    usage: { calls: 0, ...NO_USAGE },
    costUsd: 0,
    durationMs: 0,
  };
}
