import { readCrux } from "../../answers/open/read-crux.ts";
import { findLastCounting } from "../../decide/votes.ts";
import { NO_SPEND } from "../../protocol/spend.ts";
import { NEVER_ASKED, type StepCall } from "../../protocol/step.ts";
import { inquire, listVotes } from "./about-positions.ts";
import { reserveIn, sumWorst } from "../spending/reserve.ts";
import type { DebateState } from "../state/state.ts";
import { CRUX_SCHEMA, CRUX_TASK, FINDING_CRUX } from "../prompts/crux-prompts.ts";

/** A disagreement needs two positions. */
const MIN_VOTERS = 2;

/**
 * Asks which claim the disagreement turns on, before a revision round. Returns `null` if the panel agrees, or if no
 * claim was found. `next` prepares the calls of that round: their spend is reserved first.
 */
export async function findCrux(
  state: DebateState,
  round: number,
  next: () => readonly StepCall[],
): Promise<string | null> {
  const { config, ports } = state;
  const unanimous = findLastCounting(ports.rounds)?.agreement === 1;
  if (config.crux === null || unanimous || listVotes(state).length < MIN_VOTERS) return null;
  const release = await keepFree(state, next);
  const { about, value, positions } = await inquire(state, {
    role: "crux",
    round,
    member: config.crux,
    system: FINDING_CRUX,
    task: CRUX_TASK,
    schema: CRUX_SCHEMA,
    read: (text, { length }, mark) => readCrux(text, length, mark),
    expected: "one JSON object with the claim",
    unusable: "is not a claim with its two sides",
  });
  release();
  // A recorded round took place without a crux.
  if (about.error === NEVER_ASKED) return null;
  const named = (indexes: readonly number[] = []): string[] =>
    indexes.flatMap((index) => positions[index]?.debater ?? []);
  ports.emit({
    type: "debate.crux",
    round,
    claim: value?.claim ?? null,
    for: named(value?.for),
    against: named(value?.against),
    ...about,
  });
  return value?.claim ?? null;
}

/** The round has priority over the crux: its worst case is reserved before the crux is asked. */
async function keepFree(
  { ports }: DebateState,
  next: () => readonly StepCall[],
): Promise<() => void> {
  const { budget } = ports;
  if (budget === null) return () => undefined;
  const maxSpend = sumWorst(next());
  if ((await reserveIn(budget.reservation, maxSpend)) !== null) return () => undefined;
  return () => budget.reservation.settle(maxSpend, NO_SPEND);
}
