import type { VNode } from "preact";
import type { Finding } from "rostrum";
import { describeVote, escapeInvisible } from "rostrum/page";
import { MarkdownLine } from "../../markdown/markdown.tsx";
import { Quoted } from "./finding-list.tsx";

/** What one debater says of the findings of the others. The claims stand with it, since numbers say nothing. */
export function VoteList({
  debater,
  findings,
}: {
  debater: string;
  findings: readonly Finding[];
}): VNode {
  return (
    <ol class="findings">
      {findings.flatMap(({ claim, votes }) =>
        votes
          .filter((vote) => vote.debater === debater)
          .map((vote) => (
            <li class="finding">
              <MarkdownLine text={claim} class="finding-claim" />
              <p class="said">{escapeInvisible(describeVote(vote))}</p>
              {vote.quote && <Quoted quote={vote.quote} />}
            </li>
          )),
      )}
    </ol>
  );
}
