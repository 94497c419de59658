import { describeClusters, latestVotes } from "../decide/index.ts";
import type { Position, Round } from "../protocol/position.ts";
import type { MindChange, WhatIf, WhatIfs } from "../protocol/result.ts";
import { addSpend, NO_SPEND, spendOf } from "../protocol/spend.ts";

/** What cheaper methods would have answered, computed from the recorded rounds. */
export function whatIfOf(rounds: readonly Round[]): WhatIfs {
  const first = rounds[0]?.positions ?? [];
  const best = mostConfident(first);
  return {
    single: alone(first[0]),
    ...(best ? { bestSingle: alone(best) } : {}),
    roundZeroVote: { answer: voteOf(first), ...costOf(first) },
    changed: mindChanges(rounds),
  };
}

/** One debater's independent answer and its cost. */
export function alone(position: Position | undefined): WhatIf {
  return { answer: position?.answer ?? null, ...costOf(position ? [position] : []) };
}

/** The majority of one round's positions, by the clusters that were found in it. */
export function voteOf(positions: readonly Position[]): string | null {
  const groups: number[][] = [];
  positions.forEach(({ cluster }, member) => {
    if (cluster !== null) (groups[cluster] ??= []).push(member);
  });
  return describeClusters(groups.slice(0, 1), [...positions])[0]?.answer ?? null;
}

/** Every change of answer, measured against the member's previous vote. */
export function mindChanges(rounds: readonly Round[]): MindChange[] {
  const changes: MindChange[] = [];
  rounds.forEach((round, index) => {
    round.positions.forEach((position, member) => {
      if (!position.changed) return;
      const before = latestVotes(rounds.slice(0, index), round.positions.length)[member];
      changes.push({
        round: round.index,
        debater: position.debater,
        from: before?.answer ?? null,
        to: position.answer,
      });
    });
  });
  return changes;
}

function mostConfident(positions: readonly Position[]): Position | undefined {
  let best: Position | undefined;
  for (const position of positions) {
    if (position.answer === null || position.confidence === null) continue;
    if (best === undefined || position.confidence > (best.confidence ?? 0)) best = position;
  }
  return best;
}

function costOf(positions: readonly Position[]): Omit<WhatIf, "answer"> {
  return positions
    .filter(({ status }) => status !== "not_asked")
    .map(({ attempts = 1, usage = {}, costUsd = null }) => spendOf({ attempts, usage, costUsd }))
    .reduce(addSpend, NO_SPEND);
}
