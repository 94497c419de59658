import type { DebateRecord } from "@rostrum/core/record";
import { describeState } from "@rostrum/core/export";
import { wasStopped } from "@rostrum/core/support";

/** Current round. Null between rounds and at the end. */
export function findOpenRound({ status, phase, result }: DebateRecord): number | null {
  return status === "running" && phase === "round" ? (result.rounds.at(-1)?.index ?? null) : null;
}

/** Returns true if every member has replied in the current round, and their answers are being compared. */
export function isComparing(record: DebateRecord): boolean {
  const round = findOpenRound(record);
  if (round === null || record.completedRounds > round) return false;
  const positions = record.result.rounds[round]?.positions ?? [];
  return positions.length > 0 && positions.every(({ status }) => status !== "not_asked");
}

/** Describes the current phase of a debate. */
export function describePhase(record: DebateRecord): string {
  const { status, phase, started, error } = record;
  if (status !== "running") return describeState(status, wasStopped(error));
  switch (phase) {
    case "starting":
      return "Starting";
    case "judging":
      return "The judge is deciding";
    case "balloting":
      return "The members are ranking one another";
    case "deciding":
      return "Deciding";
    case "round": {
      if (isComparing(record)) return "Comparing the answers";
      const round = findOpenRound(record) ?? 0;
      const upTo = started && started.rounds > 0 ? ` of at most ${started.rounds + 1}` : "";
      return `Round ${round + 1}${upTo}`;
    }
  }
}

/** Returns true if the panel or its rule has chosen, or refused to choose. */
export function isDecided({ result, status }: DebateRecord): boolean {
  return result.decision.method !== "none" && status !== "running";
}
