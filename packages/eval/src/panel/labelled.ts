import type { Position, DebateResult } from "@rostrum/core/protocol";
import type { LabelledReplies, PanelReplies } from "../calibration/read-row.ts";

/** A debate whose right answer is known, as the panel decided it, before any review. */
export interface LabelledDebate {
  /** `null`: a person rejected the panel's answer, and didn't say which one is right. */
  gold: string | null;
  /** The panel's answer, where it turned out wrong and nobody knows the right one. */
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

/** The independent replies of a debate, as a row to calibrate on; `null` if there are none, or no right answer. */
export function rowFrom({ gold, result }: LabelledDebate): LabelledReplies | null {
  const replies = gold === null ? null : repliesFrom(result);
  return replies === null || gold === null ? null : { ...replies, gold };
}

/** Returns the independent replies of a debate, without the right answer; `null` if nobody replied. */
export function repliesFrom(result: LabelledDebate["result"]): PanelReplies | null {
  const said = (result.rounds[0]?.positions ?? []).filter(
    ({ status }) => status === "spoke" || status === "unread",
  );
  if (said.length === 0) return null;
  const counted = said.flatMap(({ debater, usage }) =>
    typeof usage?.outputTokens === "number" ? [[debater, usage.outputTokens] as const] : [],
  );
  return {
    question: result.question,
    ...readTexts(said),
    ...readRevised(result.rounds),
    ...(counted.length > 0 ? { outputTokens: Object.fromEntries(counted) } : {}),
  };
}

/** Positions of the last round, whether revised or unchanged. */
function readRevised(
  rounds: LabelledDebate["result"]["rounds"],
): Pick<LabelledReplies, "revised" | "revisedAnswers"> {
  const last = rounds.at(-1);
  if (rounds.length < 2 || last === undefined) return {};
  const spoken = last.positions.filter(({ status }) => status === "spoke" || status === "kept");
  const { replies: revised, answers: revisedAnswers } = readTexts(spoken);
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
