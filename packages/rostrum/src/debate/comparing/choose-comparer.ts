import type { Member, ResolvedConfig } from "../resolved-config.ts";
import type { DebateState } from "../state.ts";

type Comparer = NonNullable<ResolvedConfig["compare"]>;

/** Who compares: the first whose model has not just failed as a debater, or the first of all. */
export function chooseComparer(
  { seats, ports }: Pick<DebateState, "seats" | "ports">,
  { member, standIns }: Comparer,
  round: number,
): Member {
  if (standIns.length === 0) return member;
  const positions = ports.rounds[round]?.positions ?? [];
  const failed = new Set(
    seats
      .filter(({ dropped, index }) => dropped || positions[index]?.status === "failed")
      .map((seat) => seat.member.model.id),
  );
  return [member, ...standIns].find(({ model }) => !failed.has(model.id)) ?? member;
}
