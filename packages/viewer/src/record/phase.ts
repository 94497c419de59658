import type { DebateRecord, StoredEvent } from "rostrum";
import { stateWords, wasStopped } from "rostrum/page";

/** The current phase of a debate. */
export interface Phase {
  /** The current round; `null` between rounds and at the end. */
  openRound: number | null;
  judging: boolean;
  words: string;
}

export function findPhase(events: readonly StoredEvent[], record: DebateRecord): Phase {
  const { status, started, error } = record;
  const last = events.findLast(({ type }) => PHASES.has(type));
  const openRound = last?.type === "debate.round_started" ? last.round : null;
  const judging = last?.type === "debate.judging";
  const balloting = last?.type === "debate.balloting";
  if (status !== "running") {
    return { openRound: null, judging: false, words: stateWords(status, wasStopped(error)) };
  }
  if (judging) return { openRound, judging, words: "The judge decides" };
  if (balloting) return { openRound, judging, words: "The debaters rank one another" };
  if (openRound === null) return { openRound, judging, words: last ? "Deciding" : "Starting" };
  const upTo = started && started.rounds > 0 ? ` of up to ${started.rounds}` : "";
  const words = openRound === 0 ? "Independent answers" : `Revision ${openRound}${upTo}`;
  return { openRound, judging, words };
}

/** The rounds that have ended. Only those have an agreement. A record may come without its events. */
export function countEndedRounds(
  events: readonly StoredEvent[],
  { result }: Pick<DebateRecord, "result">,
): ReadonlySet<number> {
  if (events.length === 0) return new Set(result.rounds.map(({ index }) => index));
  return new Set(
    events.flatMap((event) => (event.type === "debate.round_completed" ? event.round : [])),
  );
}

const PHASES: ReadonlySet<string> = new Set([
  "debate.round_started",
  "debate.round_completed",
  "debate.balloting",
  "debate.balloted",
  "debate.judging",
  "debate.synthesized",
]);
