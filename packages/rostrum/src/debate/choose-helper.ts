import type { Member } from "./resolved-config.ts";
import type { DebateState } from "./state.ts";

/** Who helps: the first whose model has not just failed as a debater, or the first of all. */
export function chooseHelper(
  { seats, ports }: Pick<DebateState, "seats" | "ports">,
  member: Member,
): Member {
  const { standIns = [] } = member;
  if (standIns.length === 0) return member;
  const positions = ports.rounds.at(-1)?.positions ?? [];
  const failed = new Set(
    seats
      .filter(({ dropped, index }) => dropped || positions[index]?.status === "failed")
      .map((seat) => seat.member.model.id),
  );
  return [member, ...standIns].find(({ model }) => !failed.has(model.id)) ?? member;
}
