import type { DebateRecord } from "@rostrum/core/record";
import { describeState } from "@rostrum/core/export";
import { wasStopped } from "@rostrum/core/support";

/** Current round. Null between rounds and at the end. */
export function findOpenRound({ status, phase, result }: DebateRecord): number | null {
  return status === "running" && phase === "round" ? (result.rounds.at(-1)?.index ?? null) : null;
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
      const round = findOpenRound(record) ?? 0;
      const upTo = started && started.rounds > 0 ? ` of at most ${started.rounds + 1}` : "";
      return `Round ${round + 1}${upTo}`;
    }
  }
}
