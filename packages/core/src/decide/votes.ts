import { removeRoundingError } from "../rounding-error.ts";
import type { Position, Round } from "../protocol/position.ts";
import type { TallyRow } from "../protocol/result.ts";
import type { Cluster } from "../protocol/rules.ts";

/** Latest vote of each member, by panel index. */
export type Votes = readonly (Position | null)[];

/** Rounds that count. A round with too few replies, or without a readable one, changes no vote. */
export function filterCounting(rounds: readonly Round[]): Round[] {
  return rounds.filter(isCounting);
}

function isCounting({ shortfall }: Round): boolean {
  return shortfall === undefined;
}

/** Last round that counts, or the last round if none does. */
export function findLastCounting(rounds: readonly Round[]): Round | undefined {
  return rounds.findLast(isCounting) ?? rounds.at(-1);
}

/** Latest `spoke` or `kept` position of each member. `null` for a member without a readable answer. */
export function findLatestVotes(rounds: readonly Round[], size: number): (Position | null)[] {
  return new Array(size).fill(null).map((_, member) => findLatestVote(rounds, member));
}

export function findLatestVote(rounds: readonly Round[], member: number): Position | null {
  const votingRound = rounds.findLast((round) => {
    const status = round.positions[member]?.status;
    return isCounting(round) && (status === "spoke" || status === "kept");
  });
  return votingRound?.positions[member] ?? null;
}

/** Adds a wording and a confidence to groups of panel indexes. */
export function createClusters(groups: readonly (readonly number[])[], votes: Votes): Cluster[] {
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

/** Member whose multi-line answer is the most complete of its group. */
function findFullest(members: readonly number[], votes: Votes): number | null {
  const member = members.find((candidate) => votes[candidate]?.fullest);
  return member !== undefined && votes[member]?.answer?.includes("\n") ? member : null;
}

/** Compares strictly, so that the first in panel order wins a tie. A missing confidence ranks lowest. */
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
  return stated === 0 ? null : removeRoundingError(sum / stated);
}

/** Panel index of the first member of a round's sole leading cluster. `null` if none leads alone. */
export function findSoleLeader(positions: readonly Pick<Position, "cluster">[]): number | null {
  const countIn = (index: number): number =>
    positions.filter(({ cluster }) => cluster === index).length;
  if (countIn(0) <= countIn(1)) return null;
  return positions.findIndex(({ cluster }) => cluster === 0);
}

/** Panel index of a member that still gives the answer that led round 0 alone. `null`: none. */
export function findStandingLeader(
  rounds: readonly { positions: readonly Pick<Position, "cluster" | "changed">[] }[],
): number | null {
  const [first, ...later] = rounds.map(({ positions }) => positions);
  // Round 0 itself has no earlier leader.
  if (!first || later.length === 0 || findSoleLeader(first) === null) return null;
  const leader = first.findIndex(
    ({ cluster }, index) => cluster === 0 && later.every((positions) => !positions[index]?.changed),
  );
  return leader < 0 ? null : leader;
}

/** Count behind a decision, in the order of `clusters`. */
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

/** Weight of a vote without a stated confidence. */
export const DEFAULT_CONFIDENCE = 0.5;

/** Σ weight × confidence of a cluster's members. Rounded, so that equal weights are a tie. */
export function measureWeight(
  { members }: Cluster,
  votes: Votes,
  weights: readonly number[],
): number {
  return removeRoundingError(
    members.reduce(
      (sum, member) =>
        sum + (weights[member] ?? 1) * (votes[member]?.confidence ?? DEFAULT_CONFIDENCE),
      0,
    ),
  );
}
