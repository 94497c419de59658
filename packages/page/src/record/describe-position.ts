import type { DebateRecord } from "@rostrum/core/record";
import type { Position } from "@rostrum/core/protocol";
import {
  describeAttempts,
  describeBlindness,
  describeClarified,
  describePositionStatus,
  formatNumber,
  formatPercent,
} from "@rostrum/core/export";
import { wasStoppedByUser } from "./describe-cause.ts";

/** Facts about a reply that are shown before its text. */
export function describePosition(position: Position): string[] {
  const { changed, side, confidence } = position;
  return [
    side === undefined ? "" : "argues for the side it was given",
    describeCutOff(position),
    describePositionStatus(position),
    changed ? "changed its mind" : "",
    describeClarified(position),
    describeBlindness(position),
    describeAttempts(position),
    confidence === null ? "" : `says it is ${formatPercent(confidence)} sure`,
  ].filter((note) => note !== "");
}

function describeCutOff({ truncated, maxOutputTokens }: Position): string {
  if (!truncated) return "";
  return maxOutputTokens === undefined
    ? "cut off at its output limit"
    : `cut off at ${formatNumber(maxOutputTokens)} tokens`;
}

/** True if no round follows, because none is planned or the debate is over. */
export function isLastRound({ status, started, result }: DebateRecord, round: number): boolean {
  const over = status === "completed" || status === "failed";
  return over ? round >= result.rounds.length - 1 : round >= (started?.rounds ?? 0);
}

/** Describes why a debater failed, and whether it is called again. */
export function describeFailure(position: Position, last: boolean): string {
  const { error = "", permanent } = position;
  if (wasStoppedByUser(position)) return "Stopped before it replied";
  const after = permanent
    ? "It is not asked again."
    : last
      ? ""
      : "It is asked again in the next round.";
  return `${/[.!?]$/.test(error) ? error : `${error}.`} ${after}`.trim();
}
