import type { Position, DebateResult } from "@rostrum/core/protocol";
import type { LabelledReplies, PanelReplies } from "../calibration/read-row.ts";

/** A debate whose right answer is known, with the panel's result before any review. */
export interface LabelledDebate {
  /** `null`: a person rejected the panel's answer without giving the right one. */
  gold: string | null;
  /** The panel's answer, if it is wrong and the right one is unknown. */
  wrong?: string;
  result: Pick<
    DebateResult<unknown>,
    | "question"
    | "rounds"
    | "winner"
    | "decision"
    | "confidence"
    | "confidenceBasis"
    | "stopReason"
    | "shift"
  >;
}

/** Returns a calibration row from a debate's independent replies; `null` without replies or a right answer. */
export function rowFrom({ gold, result }: LabelledDebate): LabelledReplies | null {
  const replies = gold === null ? null : repliesFrom(result);
  return replies === null || gold === null ? null : { ...replies, gold };
}

/** Returns the independent replies of a debate, without the right answer; `null` if nobody replied. */
export function repliesFrom(result: LabelledDebate["result"]): PanelReplies | null {
  const positions = (result.rounds[0]?.positions ?? []).filter(
    ({ status }) => status === "spoke" || status === "unread",
  );
  if (positions.length === 0) return null;
  const outputTokens = positions.flatMap(({ debater, usage }) =>
    typeof usage?.outputTokens === "number" ? [[debater, usage.outputTokens] as const] : [],
  );
  return {
    question: result.question,
    ...readTexts(positions),
    ...readRevised(result.rounds),
    ...(outputTokens.length > 0 ? { outputTokens: Object.fromEntries(outputTokens) } : {}),
  };
}

/** Positions of the last round, whether revised or unchanged. */
function readRevised(
  rounds: LabelledDebate["result"]["rounds"],
): Pick<LabelledReplies, "revised" | "revisedAnswers"> {
  const last = rounds.at(-1);
  if (rounds.length < 2 || last === undefined) return {};
  const positions = last.positions.filter(({ status }) => status === "spoke" || status === "kept");
  const { replies: revised, answers: revisedAnswers } = readTexts(positions);
  return { revised, revisedAnswers };
}

function readTexts(
  positions: readonly Position[],
): Required<Pick<LabelledReplies, "replies" | "answers">> {
  return {
    replies: Object.fromEntries(positions.map(({ debater, text }) => [debater, text])),
    answers: Object.fromEntries(positions.map(({ debater, answer }) => [debater, answer])),
  };
}
