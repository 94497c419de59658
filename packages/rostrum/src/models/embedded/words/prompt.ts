import type { Position } from "../../../protocol/position.ts";
import { expressionText, type Expression } from "./expression.ts";
import { LIMITS } from "./limits.ts";
import { readWorking } from "./working.ts";

/**
 * The prompt in the networks' own form: the question, the debater's own last answer, its peers', and
 * the mark after which the answer comes. What can't be written in that form is left out.
 */
export function promptFor(
  expression: Expression,
  own: Position | undefined,
  peers: readonly Position[],
): string {
  const steps = expression.operators.length;
  const line = (mark: string, position: Position): string[] => {
    const working = readWorking(position.text, position.answer, steps);
    return working === null ? [] : [`${mark}${working}\n`];
  };
  return [
    `Q${expressionText(expression)}\n`,
    ...(own === undefined ? [] : line("Y", own)),
    ...latest(peers)
      .flatMap((peer) => line("P", peer))
      .slice(0, LIMITS.peers),
    "A",
  ].join("");
}

/** Only the last round of each peer, because the networks were trained on one. */
function latest(peers: readonly Position[]): Position[] {
  return [...new Map(peers.map((peer) => [peer.debater, peer])).values()];
}
