import type { Position, Round } from "../protocol/position.ts";
import type { TallyRow } from "../protocol/result.ts";
import type { Cluster } from "../protocol/rules.ts";

/** Each member's latest vote, by panel index. */
export type Votes = readonly (Position | null)[];

/** The rounds that count. A round with too few replies, or without a readable one, changes no vote. */
export function filterCounting(rounds: readonly Round[]): Round[] {
  return rounds.filter(counts);
}

function counts({ shortfall }: Round): boolean {
  return shortfall === undefined;
}

/** The last round that counts, or the last round if none does. */
export function findLastCounting(rounds: readonly Round[]): Round | undefined {
  return rounds.findLast(counts) ?? rounds.at(-1);
}

/** Each member's latest spoken or kept position; `null` for a member without a readable answer. */
export function findLatestVotes(rounds: readonly Round[], size: number): (Position | null)[] {
  return new Array(size).fill(null).map((_, member) => findLatestVote(rounds, member));
}

/** The same of one member. */
export function findLatestVote(rounds: readonly Round[], member: number): Position | null {
  const voted = rounds.findLast((round) => {
    const status = round.positions[member]?.status;
    return counts(round) && (status === "spoke" || status === "kept");
  });
  return voted?.positions[member] ?? null;
}

/** Gives groups of panel indexes a wording and a confidence. */
export function describeClusters(groups: readonly (readonly number[])[], votes: Votes): Cluster[] {
  return groups.map((members) => {
    const speaker = findFullest(members, votes) ?? findMostConfident(members, votes);
    return {
      answer: votes[speaker]?.answer ?? "",
      label: members.flatMap((member) => votes[member]?.label ?? [])[0] ?? null,
      members: [...members],
      speaker,
      confidence: meanConfidence(members, votes),
    };
  });
}

/** A member whose answer has several lines, and leaves out least of what its group says. */
function findFullest(members: readonly number[], votes: Votes): number | null {
  const member = members.find((each) => votes[each]?.fullest);
  return member !== undefined && votes[member]?.answer?.includes("\n") ? member : null;
}

/** Strictly greater, so that the first in panel order wins a tie; no confidence ranks below any. */
function findMostConfident(members: readonly number[], votes: Votes): number {
  const confidence = (member: number): number => votes[member]?.confidence ?? -1;
  return members.reduce(
    (best, member) => (confidence(member) > confidence(best) ? member : best),
    members[0] ?? 0,
  );
}

function meanConfidence(members: readonly number[], votes: Votes): number | null {
  let [sum, stated] = [0, 0];
  for (const member of members) {
    const confidence = votes[member]?.confidence ?? null;
    if (confidence === null) continue;
    sum += confidence;
    stated += 1;
  }
  // Sums of decimals leave rounding errors such as 0.7999999999999999.
  return stated === 0 ? null : Math.round((sum / stated) * 1e12) / 1e12;
}

/** Panel index of the first member of a round's sole leading cluster; `null` when none leads alone. */
export function findSoleLeader(positions: readonly Pick<Position, "cluster">[]): number | null {
  const countIn = (index: number): number =>
    positions.filter(({ cluster }) => cluster === index).length;
  if (countIn(0) <= countIn(1)) return null;
  return positions.findIndex(({ cluster }) => cluster === 0);
}

/** Panel index of a member that gave the answer that led round 0 alone, and has not left it; `null`: there is none. */
export function findStandingLeader(
  rounds: readonly { positions: readonly Pick<Position, "cluster" | "changed">[] }[],
): number | null {
  const [first, ...later] = rounds.map(({ positions }) => positions);
  // In round 0 itself, nothing was led before.
  if (!first || later.length === 0 || findSoleLeader(first) === null) return null;
  const stands = first.findIndex(
    ({ cluster }, index) => cluster === 0 && later.every((positions) => !positions[index]?.changed),
  );
  return stands < 0 ? null : stands;
}

/** The count behind a decision, in the order of `clusters`. */
export function countTally(
  clusters: readonly Cluster[],
  votes: Votes,
  weights: readonly number[],
): TallyRow[] {
  return clusters.map((cluster) => ({
    answer: cluster.answer,
    label: cluster.label,
    votes: cluster.members.length,
    weight: measureWeight(cluster, votes, weights),
    debaters: cluster.members.map((member) => votes[member]?.debater ?? ""),
  }));
}

/** A vote without a stated confidence weighs as if it were half sure. */
export const UNSTATED = 0.5;

/** Σ weight × confidence of a cluster's members. */
export function measureWeight(
  { members }: Cluster,
  votes: Votes,
  weights: readonly number[],
): number {
  return members.reduce(
    (sum, member) => sum + (weights[member] ?? 1) * (votes[member]?.confidence ?? UNSTATED),
    0,
  );
}
