import type { VNode } from "preact";
import type { DebateRecord } from "@rostrum/core/record";
import type { Position } from "@rostrum/core/protocol";
import { numberAnswers } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { Chip } from "../../parts/chip.tsx";
import { Markdown } from "../../markdown/markdown.tsx";

/** A debater's last reply in one of the two runs. Null if it didn't reply. */
interface LastReply {
  position: Position;
  number: number | null;
}

interface Pair {
  name: string;
  replies: [LastReply | null, LastReply | null];
  differs: boolean;
}

/** Last replies of each debater in both runs. Different ones come first. */
export function Replies({ records: [a, b] }: { records: [DebateRecord, DebateRecord] }): VNode {
  const pairs = pairReplies(findLastReplies(a), findLastReplies(b));
  return (
    <section class="compare-replies">
      <h2>Last replies</h2>
      {pairs.map(({ name, replies, differs }) => (
        <article class={differs ? "reply-pair differs-pair" : "reply-pair"}>
          <h3>
            {escapeInvisible(name)}
            {!differs && <span class="same-answer">the same answer</span>}
          </h3>
          {replies.map((reply, index) => (
            <div class="compared-reply">
              <span class="hidden">Run {index + 1}: </span>
              {reply ? <Reply {...reply} /> : <p class="dim">Not on this panel.</p>}
            </div>
          ))}
        </article>
      ))}
    </section>
  );
}

function Reply({ position, number }: LastReply): VNode {
  const { answer, reasoning, text, error } = position;
  return (
    <>
      <Chip answer={answer} number={number} brief />
      {error === undefined ? (
        <div
          class="reply-text"
          role="group"
          aria-label={`Last reply of ${escapeInvisible(position.debater)}`}
          tabIndex={0}
        >
          <Markdown text={reasoning || text} />
        </div>
      ) : (
        <p class="small-problem">{escapeInvisible(error)}</p>
      )}
    </>
  );
}

function findLastReplies({ result: { rounds } }: DebateRecord): Map<string, LastReply> {
  const numbers = numberAnswers(rounds);
  const last = new Map<string, LastReply>();
  rounds.forEach((round, roundIndex) =>
    round.positions.forEach((position, memberIndex) => {
      const counts = position.status === "spoke" || position.status === "kept";
      if (counts || !last.has(position.debater)) {
        last.set(position.debater, {
          position,
          number: numbers[roundIndex]?.[memberIndex] ?? null,
        });
      }
    }),
  );
  return last;
}

function pairReplies(a: Map<string, LastReply>, b: Map<string, LastReply>): Pair[] {
  const names = new Set([...a.keys(), ...b.keys()]);
  const pairs = [...names].map((name): Pair => {
    const replies: Pair["replies"] = [a.get(name) ?? null, b.get(name) ?? null];
    const [first, second] = replies.map((reply) => reply?.position.answer ?? null);
    return { name, replies, differs: first !== second };
  });
  return pairs.sort((x, y) => Number(y.differs) - Number(x.differs));
}
