import { describeClusters, latestVotes } from "../decide/index.ts";
import type { Position, Round } from "../protocol/position.ts";
import type { MindChange, WhatIf, WhatIfs } from "../protocol/result.ts";
import { addSpend, NO_SPEND, spendOf } from "../protocol/spend.ts";

/** What cheaper methods would have answered, computed from the recorded rounds. */
export function computeWhatIfs(rounds: readonly Round[]): WhatIfs {
  const first = rounds[0]?.positions ?? [];
  const best = findMostConfident(first);
  return {
    single: alone(first[0]),
    ...(best && { bestSingle: alone(best) }),
    roundZeroVote: describeWhatIf(voteOf(first), first),
    changed: listMindChanges(rounds),
  };
}

/** One debater's independent answer and its cost. */
export function alone(position: Position | undefined): WhatIf {
  return describeWhatIf(position?.answer ?? null, position ? [position] : []);
}

/** The majority of one round's positions, by the clusters that were found in it. */
export function voteOf(positions: readonly Position[]): string | null {
  const largest = positions.flatMap(({ cluster }, member) => (cluster === 0 ? [member] : []));
  return largest.length === 0 ? null : (describeClusters([largest], positions)[0]?.answer ?? null);
}

/** Every change of answer, measured against the member's previous vote. */
export function listMindChanges(rounds: readonly Round[]): MindChange[] {
  return rounds.flatMap(({ index: round, positions }, at) => {
    if (!positions.some(({ changed }) => changed)) return [];
    const before = latestVotes(rounds.slice(0, at), positions.length);
    return positions.flatMap(({ changed, debater, answer: to }, member) =>
      changed ? [{ round, debater, from: before[member]?.answer ?? null, to }] : [],
    );
  });
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
  const { calls, tokens, usd } = positions
    .filter(({ status }) => status !== "not_asked")
    .map(({ attempts = 1, usage = {}, costUsd = null }) => spendOf({ attempts, usage, costUsd }))
    .reduce(addSpend, NO_SPEND);
  return { answer, calls, tokens, usd };
}
