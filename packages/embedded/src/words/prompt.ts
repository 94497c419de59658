import type { EarlierReply } from "../request.ts";
import { formatExpression, type Expression } from "./expression.ts";
import { LIMITS } from "./limits.ts";
import { readWorking } from "./working.ts";

/**
 * The prompt in the networks' own form: the question, the debater's own last answer, its peers', and
 * the mark after which the answer comes. What can't be written in that form is left out.
 */
export function writePrompt(
  expression: Expression,
  own: EarlierReply | undefined,
  peers: readonly EarlierReply[],
): string {
  const steps = expression.operators.length;
  const line = (mark: string, reply: EarlierReply): string[] => {
    const working = readWorking(reply.text, reply.answer, steps);
    return working === null ? [] : [`${mark}${working}\n`];
  };
  return [
    `Q${formatExpression(expression)}\n`,
    ...(own === undefined ? [] : line("Y", own)),
    ...keepLatest(peers)
      .flatMap((peer) => line("P", peer))
      .slice(0, LIMITS.peers),
    "A",
  ].join("");
}

/** Only the last round of each peer, because the networks were trained on one. */
function keepLatest(peers: readonly EarlierReply[]): EarlierReply[] {
  return [...new Map(peers.map((peer) => [peer.debater, peer])).values()];
}
