import type { EarlierReply } from "../request.ts";
import { formatExpression, type Expression } from "./expression.ts";
import { LIMITS } from "./limits.ts";
import { readWorking } from "./working.ts";

/**
 * Writes the prompt in the networks' input format: the question, the debater's own last answer, those of its peers, and
 * the mark that starts the answer. Replies that don't fit the format are left out.
 */
export function writePrompt(
  expression: Expression,
  own: EarlierReply | undefined,
  peers: readonly EarlierReply[],
): string {
  const steps = expression.operators.length;
  const writeLine = (mark: string, reply: EarlierReply): string[] => {
    const working = readWorking(reply.text, reply.answer, steps);
    return working === null ? [] : [`${mark}${working}\n`];
  };
  return [
    `Q${formatExpression(expression)}\n`,
    ...(own === undefined ? [] : writeLine("Y", own)),
    ...keepLatest(peers)
      .flatMap((peer) => writeLine("P", peer))
      .slice(0, LIMITS.peers),
    "A",
  ].join("");
}

/** Keeps only the last reply of each peer: the networks were trained on one round. */
function keepLatest(peers: readonly EarlierReply[]): EarlierReply[] {
  return [...new Map(peers.map((peer) => [peer.debater, peer])).values()];
}
