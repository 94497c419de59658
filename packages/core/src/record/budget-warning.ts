import { formatCount, formatDuration, formatLimit } from "../format.ts";
import type { RecordState } from "./record-state.ts";

/** The part of a debate that is left out if it ends with this round. */
export function nameMissingRounds(lastRound: number): string {
  return lastRound === 0
    ? "No revision round"
    : `No more than ${formatCount(lastRound, "revision round")}`;
}

/** Warns that a cap ended the rounds, unless that was known and said before the debate began. */
export function describeBudgetEnd({ rounds, shortage, started, decided }: RecordState): string[] {
  // A review without its check is degraded, with the reason.
  if (shortage === null || decided?.stopReason !== "budget" || decided.findings) return [];
  const { limit, cap, spent, needed, heldByOthers } = shortage;
  const isInLastRound = rounds.length > (started?.rounds ?? Infinity);
  // These caps shape a debate: they lowered its number of rounds.
  if (isInLastRound && (limit === "usd" || limit === "tokens")) return [];
  const askedAll = rounds[0]?.positions.every(({ status }) => status !== "not_asked");
  const part = !askedAll
    ? "Not all members were asked"
    : isInLastRound
      ? "Some calls were not made or did not end"
      : nameMissingRounds(rounds.length - 1);
  if (limit === "ms") return [`${part}: the time limit of ${formatDuration(cap)} was used up.`];
  const format = (amount: number): string =>
    formatLimit(limit, amount, (usd) => `$${Number(usd.toPrecision(3))}`);
  const held =
    heldByOthers === undefined ? "" : ` Other running debates held ${format(heldByOthers)} of it.`;
  return [
    `${part}: in the worst case, the next step would ${limit === "usd" ? "cost" : "take"} ` +
      `${format(needed)}, and the limit of ${format(cap)} leaves ${format(Math.max(0, cap - spent))}.${held}`,
  ];
}
