import { soleLeader } from "../decide/index.ts";
import type { Seat } from "./seat.ts";
import type { DebateState } from "./state.ts";

/**
 * Who speaks again. Under `dissenters`, members of a sole leading cluster keep their answer: debate
 * breaks leading answers more often than it mends them. Without a sole leader, all revise.
 */
export function whoRevises({ config, ports, seats }: DebateState): Seat[] {
  if (config.revise === "everyone") return [...seats];
  const positions = ports.rounds.at(-1)?.positions ?? [];
  const leads = soleLeader(positions) !== null;
  return leads ? seats.filter((seat) => positions[seat.index]?.cluster !== 0) : [...seats];
}
