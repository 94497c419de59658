import { fenceSource } from "./fence-source.ts";
import { fenced } from "./fence.ts";
import type { DebateState, Seat } from "./state.ts";

const MODERATED =
  "The moderator of this debate, who is not one of the debaters, says to everyone before this round:";

/**
 * What a moderator has said and a debater has not heard yet, in a fence, with an empty line after it; empty if
 * there is nothing.
 */
export function moderatorsWords(state: DebateState, seat: Seat, round: number): string {
  const { task, ports } = state;
  const all = ports.notes(round);
  if (all.length <= seat.heard) return "";
  const notes = all.slice(seat.heard);
  const { question, context } = task;
  const quotes = notes.map(({ note, from }) => ({ label: labelOf(from), text: note }));
  const around = [
    question,
    ...context.map(({ content }) => content),
    ...ports.rounds.flatMap(({ positions }) => positions.map(({ text }) => text)),
  ];
  const blocks = fenced(fenceSource(state, round), quotes, around);
  return `${MODERATED}\n\n${blocks.join("\n\n")}\n\n`;
}

function labelOf(from: string | undefined): string {
  return from === undefined ? "the moderator's note" : `the moderator's note, from ${from}`;
}

/** Pauses after a round where the config says so; `null` where it doesn't. `more`: another round follows. */
export function pauseAfter(
  { config, ports }: DebateState,
  round: number,
  more: boolean,
): Promise<void> | null {
  const pause = config.onRound === "wait" && ports.rounds.length > round;
  return ports.afterRound(round, { pause, more });
}
