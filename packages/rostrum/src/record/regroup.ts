import { lastCounting } from "../decide/index.ts";
import type { ReviewedEvent } from "../protocol/events.ts";
import type { Round } from "../protocol/position.ts";

/** Gives the last round that counts the groups that a person made of its answers. */
export function regroup(
  rounds: readonly Round[],
  { tally, agreement }: NonNullable<ReviewedEvent["regrouped"]>,
): void {
  const round = lastCounting(rounds);
  if (!round) return;
  const seat = (name: string | undefined): number =>
    round.positions.findIndex(({ debater }) => debater === name);
  const groups = tally
    .map(({ debaters }) => debaters)
    .sort((a, b) => b.length - a.length || seat(a[0]) - seat(b[0]));
  round.agreement = agreement;
  round.regrouped = true;
  for (const position of round.positions) {
    const group = groups.findIndex((names) => names.includes(position.debater));
    if (position.cluster !== null) position.cluster = group;
  }
}
