import type { StartedEvent } from "../protocol/events.ts";
import type { DebateResult } from "../protocol/result.ts";
import type { Count } from "./choose.ts";
import { soleLeader } from "./leader.ts";

/** The votes of a recorded debate, as a voting rule counts them. */
export function recordedCount(
  { question, rounds }: Pick<DebateResult<unknown>, "question" | "rounds">,
  panel: StartedEvent["panel"],
  { votes, clusters, basis }: Pick<Count, "votes" | "clusters" | "basis">,
): Count {
  return {
    question,
    votes,
    clusters,
    weights: panel.map(({ weight }) => weight),
    names: panel.map(({ name }) => name),
    basis,
    leader: soleLeader(rounds[0]?.positions ?? []),
  };
}
