import type { Position, Round } from "@rostrum/core/protocol";
import { findLatestVotes } from "@rostrum/core/decide";
import type { CellAddress } from "../route/route.ts";
import { buildClusters } from "./groups.ts";

/** A changed answer with what came before it. */
export interface Change {
  before: Position | null;
  after: Position;
  /** What the others had said by then. Debaters that already gave the new answer come first. */
  peers: { position: Position; heldIt: boolean }[];
}

export function findPosition(rounds: readonly Round[], cell: CellAddress): Position | null {
  const round = rounds[cell.round];
  return round?.positions.find(({ debater }) => debater === cell.debater) ?? null;
}

/** `null` if no debater of that name changed its answer in that round. */
export function findChange(rounds: readonly Round[], cell: CellAddress): Change | null {
  const round = rounds[cell.round];
  const after = findPosition(rounds, cell);
  if (!round || !after?.changed) return null;
  const votes = findLatestVotes(rounds.slice(0, cell.round), round.positions.length);
  const wordings = listWordings(round, after);
  const peers = votes
    .filter((vote): vote is Position => vote !== null && vote.debater !== cell.debater)
    .map((position) => ({ position, heldIt: wordings.has(position.answer ?? "") }));
  return {
    before: votes.find((vote) => vote?.debater === cell.debater) ?? null,
    after,
    peers: peers.sort((a, b) => Number(b.heldIt) - Number(a.heldIt)),
  };
}

/** Every wording of an answer by the debaters that gave it in the same round. */
function listWordings(round: Round, { cluster, answer }: Position): Set<string> {
  const members = cluster === null ? [] : (buildClusters(round)[cluster]?.members ?? []);
  const given = members.map((member) => round.positions[member]?.answer ?? "");
  return new Set([answer ?? "", ...given].filter((wording) => wording !== ""));
}
