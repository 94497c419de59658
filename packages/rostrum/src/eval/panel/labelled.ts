import type { DebateResult } from "../../protocol/result.ts";
import type { LabelledReplies } from "../calibration/read-row.ts";

/** A debate whose right answer is known. */
export interface LabelledDebate {
  gold: string;
  result: Pick<
    DebateResult<unknown>,
    "question" | "rounds" | "winner" | "decision" | "confidence" | "confidenceBasis" | "stopReason"
  >;
}

/** The independent replies of a debate, as a row to calibrate on; `null` if there are none. */
export function rowFrom({ gold, result }: LabelledDebate): LabelledReplies | null {
  const said = (result.rounds[0]?.positions ?? []).filter(
    ({ status }) => status === "spoke" || status === "unread",
  );
  if (said.length === 0) return null;
  const counted = said.flatMap(({ debater, usage }) =>
    typeof usage?.outputTokens === "number" ? [[debater, usage.outputTokens] as const] : [],
  );
  return {
    question: result.question,
    gold,
    replies: Object.fromEntries(said.map(({ debater, text }) => [debater, text])),
    ...(counted.length > 0 ? { outputTokens: Object.fromEntries(counted) } : {}),
  };
}
