/** A debater's answer before and after it read the others. */
export interface Flip {
  before: boolean;
  after: boolean;
  /** The answer changed. */
  changed: boolean;
  /** The vote of round 0 was right. */
  voteRight: boolean;
}

/** How often a debate changed an answer, and in which direction. */
export interface FlipCounts {
  rightToWrong: number;
  wrongToRight: number;
  wrongToOther: number;
  kept: number;
}

/** Counts how the debate changed single answers, split by whether the vote before it was right. */
export function countFlips(flips: readonly Flip[]): Record<"voteRight" | "voteWrong", FlipCounts> {
  return {
    voteRight: countChanges(flips.filter(({ voteRight }) => voteRight)),
    voteWrong: countChanges(flips.filter(({ voteRight }) => !voteRight)),
  };
}

function countChanges(flips: readonly Flip[]): FlipCounts {
  const changed = flips.filter((flip) => flip.changed);
  return {
    rightToWrong: changed.filter(({ before, after }) => before && !after).length,
    wrongToRight: changed.filter(({ before, after }) => !before && after).length,
    wrongToOther: changed.filter(({ before, after }) => !before && !after).length,
    kept: flips.length - changed.length,
  };
}
