import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Position, DeltaEvent } from "@rostrum/core/protocol";
import { clipLine, escapeInvisible } from "@rostrum/core/support";
import { readLiveText } from "../../feed/read-live-text.ts";
import { Chip } from "../../parts/chip.tsx";
import { Elapsed } from "../../parts/elapsed.tsx";
import { useNow } from "../../parts/use-now.ts";
import { usePrinting } from "../../parts/use-printing.ts";
import { describeFailure, describePosition } from "../../record/describe-position.ts";
import { readReasons } from "../../record/read-reasons.ts";
import { stripMarkdown } from "../../text/strip-markdown.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { GrowingMarkdown } from "../../markdown/lazy-growing.tsx";
import { keepUnits } from "../../text/keep-units.ts";
import { renderWithNames, type DebaterNames } from "../../markdown/debater-names.tsx";
import { CellPoints, hasPoints } from "./cell-points.tsx";

export interface CellProps {
  position: Position;
  number: number | null;
  live: DeltaEvent | undefined;
  /** When its reply was requested; `null` if none is awaited. */
  awaited: number | null;
  /** The debater is a person who is asked to speak. */
  waitsFor: { name?: string } | undefined;
  /** No round can follow. */
  last: boolean;
  tall: boolean;
  names: DebaterNames;
  /** The kind of answer that the debate is about. */
  kind: string;
  href: string;
  /** It is the reply that is shown below. */
  current: boolean;
}

const PREVIEW = 420;

/** One reply in brief. It takes the same space while it is awaited, being written, or complete. */
export function Cell(props: CellProps): VNode {
  const { position, live, awaited, waitsFor, names } = props;
  if (position.status !== "not_asked") return <Reply {...props} />;
  if (live !== undefined) return <Writing live={live} names={names} />;
  if (waitsFor)
    return <Waiting>{`Waits for ${escapeInvisible(waitsFor.name ?? "a person")}`}</Waiting>;
  return awaited === null ? <Waiting>Not asked</Waiting> : <Awaited since={awaited} />;
}

/** A reply that has come, or why there is none. */
function Reply(props: CellProps): VNode {
  const { position, number, last, tall, names, kind, href, current } = props;
  const { status, debater, round } = position;
  const printing = usePrinting();
  // A debater that kept its answer has said the same in the round before, and paper shows all of it there.
  const words = printing && status === "kept" ? "" : readLiveText(readReasons(position));
  const preview = clipLine(stripMarkdown(words), PREVIEW);
  const listed = hasPoints(kind, position);
  const notes = describePosition(position).join(" · ");
  // On paper nothing can be opened.
  const whole = printing || tall;
  const open = (event: MouseEvent): void => {
    const taken = (event.target as Element).closest("a, button, .who, .said-table");
    if (!taken && getSelection()?.isCollapsed !== false) location.hash = href;
  };
  return (
    <div class={`cell cell-${status}${current ? " current" : ""}`} onClick={open}>
      {!listed && (
        <div class="cell-answer">
          <Chip answer={position.answer} number={number} brief />
        </div>
      )}
      <p class="cell-notes" title={notes}>
        {notes}
      </p>
      {status === "failed" ? (
        <p class="cell-text said">{keepUnits(escapeInvisible(describeFailure(position, last)))}</p>
      ) : listed ? (
        <div class="cell-text">
          <CellPoints position={position} />
        </div>
      ) : whole ? (
        <div
          class="cell-text"
          tabIndex={0}
          role="group"
          aria-label={`What ${escapeInvisible(debater)} says in round ${round}`}
        >
          <Markdown text={words} names={names} />
        </div>
      ) : (
        <p class="cell-text said">
          {preview === position.answer ? "" : renderWithNames(preview, names)}
        </p>
      )}
      <a class="cell-link" href={href} aria-current={current ? "true" : undefined}>
        {current ? "Close" : "Read"}
        <span class="hidden">
          {" "}
          {escapeInvisible(debater)}, round {round}
        </span>
      </a>
    </div>
  );
}

function Waiting({
  children,
  slow = false,
}: {
  children: ComponentChildren;
  slow?: boolean;
}): VNode {
  return (
    <div class={`cell cell-waiting${slow ? " slow" : ""}`}>
      <p class="cell-notes">{children}</p>
    </div>
  );
}

const SLOW_MS = 20_000;
const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** A reply of which nothing has arrived yet, and how long it has been awaited. */
export function Awaited({ since }: { since: number }): VNode {
  const slow = useNow() - since > SLOW_MS;
  return (
    <Waiting slow={slow}>
      <span class="dot" /> {slow ? "Slow: awaited" : "Awaited"} for <Elapsed since={since} />
      <span class="since"> since {clock.format(since)}</span>
    </Waiting>
  );
}

/** Keeps the end of the text visible; earlier lines scroll away. */
function Writing({ live, names }: { live: DeltaEvent; names: DebaterNames }): VNode {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [live.text]);
  return (
    <div class="cell cell-writing">
      <p class="cell-notes">
        <span class="dot beating" /> Writing for <Elapsed since={live.at} />
      </p>
      <div class="cell-stream" ref={box}>
        <GrowingMarkdown text={readLiveText(live.text)} names={names} />
      </div>
    </div>
  );
}
