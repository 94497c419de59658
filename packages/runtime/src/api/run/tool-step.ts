import { AbortError, isInstance, readMessage } from "@rostrum/core/support";
import { type RunCancellation, cancelWith, runWithin } from "./cancellation.ts";
import { removeKeys } from "../../journal/remove-keys.ts";
import { checkReply } from "../../models/index.ts";
import { reserveIn } from "@rostrum/core/debate";
import {
  type BeforeAttempt,
  type BudgetReservation,
  NO_COST,
  NO_SPEND,
  NO_TOOL_CALLS_LEFT,
  ONE_TOOL_CALL,
  type StepCall,
  type StepOutcome,
  TOOL_FAILED,
} from "@rostrum/core/protocol";

export interface ToolLimits {
  cancellation: RunCancellation;
  reservation: BudgetReservation | null;
  timeoutMs: number;
}

/**
 * Calls a tool or a check once, within its time and the cap on tool calls. A failure is a result too: the model reads it, and a
 * resumed run reads the same.
 */
export async function callTool(
  call: StepCall,
  { cancellation, reservation, timeoutMs }: ToolLimits,
  beforeAttempt?: BeforeAttempt,
): Promise<StepOutcome> {
  if (reservation && (await reserveIn(reservation, ONE_TOOL_CALL)) !== null) {
    return failedToolOutcome(NO_TOOL_CALLS_LEFT);
  }
  const { signal } = call;
  const ending = signal ? cancelWith(cancellation, signal) : cancellation;
  let hasBegun = false;
  try {
    await beforeAttempt?.(NO_COST);
    hasBegun = true;
    const reply = await runWithin(
      ending,
      timeoutMs,
      (end) => call.model.generate({ ...call.request, signal: end }),
      call.check ? undefined : "limits.toolTimeoutMs",
    );
    return { reply: checkReply(reply), ...NO_COST };
  } catch (error) {
    if (signal?.aborted && !cancellation.ended) {
      return { reply: null, error: "cancelled", cancelled: true, ...NO_COST };
    }
    if (isInstance(error, AbortError) || !hasBegun) throw error;
    return failedToolOutcome(readMessage(error));
  } finally {
    reservation?.settle(ONE_TOOL_CALL, hasBegun ? ONE_TOOL_CALL : NO_SPEND);
  }
}

/** An error may quote the key that was refused. The model reads it, and the journal keeps it. */
function failedToolOutcome(text: string): StepOutcome {
  return { reply: { text: removeKeys(text), finishReason: TOOL_FAILED }, ...NO_COST };
}
