import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import type { DebaterNames } from "../../markdown/debater-names.ts";
import { Markdown, MarkdownLine } from "../../markdown/markdown.tsx";
import { Chip } from "../../parts/chip.tsx";
import { Folded } from "../../parts/folded.tsx";
import type { Change } from "../../record/find-change.ts";
import { nameValue } from "../../settings/setting-words.ts";
import { areAlike, compareTexts } from "./compare-texts.ts";

interface ChangeDetailProps {
  change: Change;
  /** Name of the panel's rule for what members see of each other. */
  see: string;
  numberOf(answer: string | null): number | null;
  names: DebaterNames;
  /** Id of the debate. */
  id: string;
}

/** A changed answer: the stated reason, earlier replies of other members, and the changed words. */
export function ChangeDetail({ id, change, see, numberOf, names }: ChangeDetailProps): VNode {
  const { before, after, peers } = change;
  const chip = (answer: string | null): VNode => <Chip answer={answer} number={numberOf(answer)} />;
  const stateKey = `${id} change ${after.round} ${after.debater}`;
  const holders = peers.filter(({ gaveNewAnswer }) => gaveNewAnswer);
  const otherPeers = peers.filter(({ gaveNewAnswer }) => !gaveNewAnswer);
  return (
    <section
      class="change-detail"
      aria-label={`${escapeInvisible(after.debater)} in round ${after.round + 1}`}
    >
      <h2>
        <bdi>{escapeInvisible(after.debater)}</bdi>{" "}
        <span class="dim">in round {after.round + 1}</span>
      </h2>
      <p class="change-step">
        {chip(before?.answer ?? null)}{" "}
        <span class="step-to">
          <span aria-label="to">→</span> {chip(after.answer)}
        </span>
      </p>
      <h3>Its reason</h3>
      {after.justification === undefined ? (
        <p class="dim">It gave none.</p>
      ) : (
        <MarkdownLine text={after.justification} names={names} />
      )}
      <h3>What others had said before</h3>
      {see !== "all" && (
        <p class="dim">
          Members didn’t read all replies. Each read {escapeInvisible(nameValue("see", see))}.
        </p>
      )}
      {holders.length === 0 && <p class="dim">No debater had given this answer before.</p>}
      {holders.map(({ position }) => (
        <blockquote class="peer">
          <p class="dim">
            <bdi>{escapeInvisible(position.debater)}</bdi> held this answer in round{" "}
            {position.round + 1}
          </p>
          <Folded name={`${stateKey} ${position.debater}`} contentName="what it said">
            <Markdown text={position.reasoning || position.text} names={names} />
          </Folded>
        </blockquote>
      ))}
      {otherPeers.length > 0 && (
        <details>
          <summary>What the others had said</summary>
          {otherPeers.map(({ position }) => (
            <blockquote class="peer">
              <p class="dim">{escapeInvisible(position.debater)}</p>
              {chip(position.answer)}
              <Markdown text={position.reasoning || position.text} names={names} />
            </blockquote>
          ))}
        </details>
      )}
      <h3>How its words changed</h3>
      <DiffView
        key={stateKey}
        before={before ? before.reasoning || before.text : ""}
        after={after.reasoning || after.text}
        names={names}
        name={stateKey}
      />
    </section>
  );
}

interface DiffViewProps {
  before: string;
  after: string;
  names: DebaterNames;
  /** Key under which the page stores whether the text is open. */
  name: string;
}

/**
 * Shows similar texts as one, with deletions struck through and additions underlined, and others one after the other.
 */
function DiffView({ before, after, names, name }: DiffViewProps): VNode {
  const pieces = useMemo(
    () => compareTexts(escapeInvisible(before), escapeInvisible(after)),
    [before, after],
  );
  if (areAlike(pieces)) {
    return (
      <div class="said diff">
        {pieces.map(({ kind, text }) => {
          if (kind === "gone") return <del>{text}</del>;
          return kind === "new" ? <ins>{text}</ins> : text;
        })}
      </div>
    );
  }
  return (
    <div class="before-after">
      {[
        { title: "Before", text: before },
        { title: "After", text: after },
      ].map(({ title, text }) => (
        <section aria-label={title}>
          <h4>{title}</h4>
          <Folded
            name={`${name} ${title}`}
            contentName={title === "Before" ? "the earlier reply" : "the later reply"}
          >
            {text === "" ? (
              <p class="dim">There was no reply.</p>
            ) : (
              <Markdown text={text} names={names} />
            )}
          </Folded>
        </section>
      ))}
    </div>
  );
}
