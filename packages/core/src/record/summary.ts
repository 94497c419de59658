import { wasStopped } from "../errors.ts";
import type { RunSummary } from "../protocol/journal.ts";
import { readPanelName } from "../protocol/server-request.ts";
import { formatAnswerText } from "./answer-text.ts";
import type { Facts } from "./facts.ts";
import { describeIntegrity } from "./result.ts";
import { sumCalls } from "./call-book.ts";

/** What a list shows about a run, as far as its events say. Stores keep it in a row, to search and sort by it. */
export interface RunSummaryRow extends Omit<
  RunSummary,
  "id" | "status" | "createdAt" | "updatedAt" | "assignment"
> {
  /** It continues only when a person acts. */
  waiting: boolean;
}

/** The list row of a run. Its figures are those of the result. */
export function summarize(facts: Facts): RunSummaryRow {
  const { started, decided, reviewed, error, book } = facts;
  const { usage, costUsd, atLeastUsd } = sumCalls(book.list());
  return {
    question: started?.question ?? "",
    ...readPanelName(started?.metadata),
    ...(started?.userId === undefined ? {} : { user: started.userId }),
    ...(started?.teamId === undefined ? {} : { team: started.teamId }),
    ...(started?.projectId === undefined ? {} : { project: started.projectId }),
    ...(started?.parent === undefined ? {} : { parent: started.parent }),
    panel: [...facts.names],
    ...(error !== null && wasStopped(error) ? { stopped: true } : {}),
    answer: formatAnswerText(reviewed ?? decided),
    stopReason: decided?.stopReason ?? null,
    agreement: (reviewed ?? decided)?.agreement ?? null,
    escalated: facts.escalated && reviewed === null,
    waiting: facts.waits.paused(),
    degraded: describeIntegrity(facts).degraded,
    calls: usage.calls,
    costUsd,
    atLeastUsd,
  };
}
