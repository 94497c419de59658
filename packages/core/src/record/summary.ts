import { omitUndefined } from "../omit-undefined.ts";
import { wasStopped } from "../errors.ts";
import type { RunSummary } from "../protocol/journal.ts";
import { readPanelName } from "../protocol/server-request.ts";
import { formatAnswerText } from "./answer-text.ts";
import type { RecordState } from "./record-state.ts";
import { describeIntegrity } from "./result.ts";
import { sumCalls } from "./call-log.ts";

/** List entry of a run, as far as it derives from events. Stores keep it as a row, to search and sort. */
export interface RunSummaryRow extends Omit<
  RunSummary,
  "id" | "status" | "createdAt" | "updatedAt" | "assignment"
> {
  /** True if only a person can continue the run. */
  waiting: boolean;
}

/** List entry of a run. Its figures equal those of the result. */
export function summarize(state: RecordState): RunSummaryRow {
  const { started, decided, reviewed, error, callLog } = state;
  const { usage, costUsd, atLeastUsd } = sumCalls(callLog.list());
  return {
    question: started?.question ?? "",
    ...readPanelName(started?.metadata),
    ...omitUndefined({
      user: started?.userId,
      team: started?.teamId,
      project: started?.projectId,
      parent: started?.parent,
    }),
    panel: [...state.names],
    ...(error !== null && wasStopped(error) ? { stopped: true } : {}),
    answer: formatAnswerText(reviewed ?? decided),
    stopReason: decided?.stopReason ?? null,
    agreement: (reviewed ?? decided)?.agreement ?? null,
    escalated: state.escalated && reviewed === null,
    waiting: state.waits.paused(),
    degraded: describeIntegrity(state).degraded,
    calls: usage.calls,
    costUsd,
    atLeastUsd,
  };
}
