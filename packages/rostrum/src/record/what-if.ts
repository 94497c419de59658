import { describeClusters } from "../decide/index.ts";
import type { Position, Round } from "../protocol/position.ts";
import type { MindChange, WhatIf, WhatIfs } from "../protocol/result.ts";
import type { Spend } from "../protocol/budget.ts";
import { addSpend, NO_SPEND, spendOf } from "../protocol/spend.ts";

/** What cheaper methods would have answered, computed from the recorded rounds. */
export function computeWhatIfs(rounds: readonly Round[]): WhatIfs {
  const first = rounds[0]?.positions ?? [];
  const best = findMostConfident(first);
  const single = alone(first[0]);
  const roundZeroVote = describeWhatIf(voteOf(first), first);
  const changed = listMindChanges(rounds);
  return best
    ? { single, bestSingle: alone(best), roundZeroVote, changed }
    : { single, roundZeroVote, changed };
}

/** One debater's independent answer and its cost. */
export function alone(position: Position | undefined): WhatIf {
  return describeWhatIf(position?.answer ?? null, position ? [position] : []);
}

/** The majority of one round's positions, by the clusters that were found in it. */
export function voteOf(positions: readonly Position[]): string | null {
  const largest: number[] = [];
  positions.forEach(({ cluster }, member) => {
    if (cluster === 0) largest.push(member);
  });
  return largest.length === 0 ? null : (describeClusters([largest], positions)[0]?.answer ?? null);
}

/** Every change of answer, measured against the member's previous vote. */
export function listMindChanges(rounds: readonly Round[]): MindChange[] {
  const changes: MindChange[] = [];
  rounds.forEach((round, index) => {
    round.positions.forEach((position, member) => {
      if (!position.changed) return;
      const before = findLatestVote(rounds, index, member);
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

/** A member's latest vote before a round. */
function findLatestVote(rounds: readonly Round[], index: number, member: number): Position | null {
  for (let at = index - 1; at >= 0; at--) {
    const round = rounds[at];
    const position = round?.positions[member];
    if (round?.shortfall !== undefined) continue;
    if (position?.status === "spoke" || position?.status === "kept") return position;
  }
  return null;
}

function findMostConfident(positions: readonly Position[]): Position | undefined {
  let best: Position | undefined;
  for (const position of positions) {
    if (position.answer === null || position.confidence === null) continue;
    if (best === undefined || position.confidence > (best.confidence ?? 0)) best = position;
  }
  return best;
}

/** An answer, and what the positions it is made from took. */
function describeWhatIf(answer: string | null, positions: readonly Position[]): WhatIf {
  let sum: Spend = NO_SPEND;
  for (const { status, attempts = 1, usage = {}, costUsd = null } of positions) {
    if (status !== "not_asked") sum = addSpend(sum, spendOf({ attempts, usage, costUsd }));
  }
  const { calls, tokens, usd } = sum;
  return { answer, calls, tokens, usd };
}
