import type { CastVote } from "../../protocol/findings.ts";

/** A vote with the panel index of its member. */
export interface MemberVote extends CastVote {
  panelIndex: number;
}

/**
 * For each finding, the index of the finding that it repeats; `null` if it repeats none. A finding is a duplicate if all
 * who reported it say so, or most members that vote on it. Who reported it is one of these, and upholds it: no single
 * member can remove another member's finding.
 */
export function findRepeated(
  findings: readonly { authors: readonly number[] }[],
  votes: readonly (readonly MemberVote[])[],
): (number | null)[] {
  const named = findings.map(({ authors }, index) => {
    const cast = votes[index] ?? [];
    const voters = new Set([...authors, ...cast.map(({ panelIndex }) => panelIndex)]);
    const targets = new Set(cast.flatMap(({ of }) => of ?? []));
    const isRepeated = (target: number): boolean => {
      const agreeing = cast.filter(({ of }) => of === target);
      const agreeingAuthors = agreeing.filter(({ panelIndex }) => authors.includes(panelIndex));
      return agreeing.length * 2 > voters.size || agreeingAuthors.length === authors.length;
    };
    return [...targets].find(isRepeated) ?? null;
  });
  return named.map((_, index) => {
    const root = followToEnd(named, index);
    return root === index ? null : root;
  });
}

/** Follows a chain of duplicates to its end. In a cycle, the first finding is the original. */
function followToEnd(named: readonly (number | null)[], start: number): number {
  const visited: number[] = [];
  for (let index = start; ;) {
    const from = visited.indexOf(index);
    if (from >= 0) return Math.min(...visited.slice(from));
    visited.push(index);
    const next = named[index];
    if (next === null || next === undefined) return index;
    index = next;
  }
}
