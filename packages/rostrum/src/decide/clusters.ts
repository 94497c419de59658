import type { Position } from "../protocol/position.ts";
import type { Cluster } from "../protocol/rules.ts";

/** Gives groups of panel indexes a wording and a confidence. `votes[i]` belongs to member i. */
export function describeClusters(
  groups: readonly (readonly number[])[],
  votes: readonly (Position | null)[],
): Cluster[] {
  return groups.map((members) => {
    const speaker = mostConfident(members, votes);
    return {
      answer: votes[speaker]?.answer ?? "",
      members: [...members],
      speaker,
      confidence: meanConfidence(members, votes),
    };
  });
}

/** Strictly greater, so that the first in panel order wins a tie; no confidence ranks below any. */
function mostConfident(members: readonly number[], votes: readonly (Position | null)[]): number {
  let best = members[0] ?? 0;
  for (const member of members) {
    if ((votes[member]?.confidence ?? -1) > (votes[best]?.confidence ?? -1)) best = member;
  }
  return best;
}

function meanConfidence(
  members: readonly number[],
  votes: readonly (Position | null)[],
): number | null {
  let sum = 0;
  let count = 0;
  for (const member of members) {
    const confidence = votes[member]?.confidence ?? null;
    if (confidence !== null) {
      sum += confidence;
      count += 1;
    }
  }
  // Sums of decimals leave rounding errors such as 0.7999999999999999.
  return count === 0 ? null : Math.round((sum / count) * 1e12) / 1e12;
}
