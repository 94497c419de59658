import type { Position, Round } from "@rostrum/core/protocol";
import { findLatestVotes } from "@rostrum/core/decide";
import type { ReplyAddress } from "../route/route.ts";
import { buildClusters } from "./groups.ts";

/** A changed answer and the replies before it. */
export interface Change {
  before: Position | null;
  after: Position;
  /** The other debaters' replies before the change. Those with the new answer come first. */
  peers: { position: Position; gaveNewAnswer: boolean }[];
}

export function findPosition(
  rounds: readonly Round[],
  replyAddress: ReplyAddress,
): Position | null {
  const round = rounds[replyAddress.round];
  return round?.positions.find(({ debater }) => debater === replyAddress.debater) ?? null;
}

/** Null if that debater didn't change its answer in that round. */
export function findChange(rounds: readonly Round[], replyAddress: ReplyAddress): Change | null {
  const round = rounds[replyAddress.round];
  const after = findPosition(rounds, replyAddress);
  if (!round || !after?.changed) return null;
  const votes = findLatestVotes(rounds.slice(0, replyAddress.round), round.positions.length);
  const wordings = listWordings(round, after);
  const peers = votes
    .filter((vote): vote is Position => vote !== null && vote.debater !== replyAddress.debater)
    .map((position) => ({ position, gaveNewAnswer: wordings.has(position.answer ?? "") }));
  return {
    before: votes.find((vote) => vote?.debater === replyAddress.debater) ?? null,
    after,
    peers: peers.sort((a, b) => Number(b.gaveNewAnswer) - Number(a.gaveNewAnswer)),
  };
}

/** All wordings of an answer in a round. */
function listWordings(round: Round, { cluster, answer }: Position): Set<string> {
  const members = cluster === null ? [] : (buildClusters(round)[cluster]?.members ?? []);
  const answers = members.map((member) => round.positions[member]?.answer ?? "");
  return new Set([answer ?? "", ...answers].filter((wording) => wording !== ""));
}
