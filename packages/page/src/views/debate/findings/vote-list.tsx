import type { VNode } from "preact";
import type { Finding } from "@rostrum/core/protocol";
import { describeVote } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { MarkdownLine } from "../../../markdown/markdown.tsx";
import { VerdictKey, VerdictSign } from "./finding-words.tsx";
import { Quoted } from "./quoted-lines.tsx";
import "../../../style/findings.css";

/** A debater's votes on other members' findings, with the claims. */
export function VoteList({
  debater,
  findings,
}: {
  debater: string;
  findings: readonly Finding[];
}): VNode {
  return (
    <>
      <ol class="votes">
        {findings.flatMap(({ claim, votes }) =>
          votes
            .filter((vote) => vote.debater === debater)
            .map((vote) => (
              <li>
                <VerdictSign vote={vote.vote} />
                <div>
                  <MarkdownLine text={claim} class="finding-claim" />
                  <p class="said small">{escapeInvisible(describeVote(vote))}</p>
                  {vote.quote && <Quoted quote={vote.quote} />}
                </div>
              </li>
            )),
        )}
      </ol>
      <details class="finding-key small">
        <summary>What the signs mean</summary>
        <VerdictKey />
      </details>
    </>
  );
}
