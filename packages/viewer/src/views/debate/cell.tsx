import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Position } from "../../../../rostrum/src/protocol/position.ts";
import { counted, percent, statusWords } from "../../../../rostrum/src/export/phrases.ts";
import { clipped, visible } from "../../../../rostrum/src/visible.ts";
import { liveWords } from "../../feed/live-words.ts";
import { Chip } from "../../parts/chip.tsx";
import { plainWords } from "../../said/plain-words.ts";

export interface CellProps {
  position: Position;
  number: number | null;
  live: string | undefined;
  /** Its round is still running. */
  open: boolean;
  href: string;
  /** It is the reply that is shown below. */
  current: boolean;
}

const PREVIEW = 420;

/** One reply in brief. It takes the same space while it is awaited, being written, or complete. */
export function Cell({ position, number, live, open, href, current }: CellProps): VNode {
  const { status, debater, round } = position;
  if (live !== undefined && status === "not_asked") return <Writing text={live} />;
  if (status === "not_asked") {
    return <Waiting>{open ? "Waiting for its turn" : "Not asked"}</Waiting>;
  }
  const said = position.reasoning || position.text;
  // What the chip above says in words stands here as data.
  const words = /^\s*(?:```json\s*)?[{[]\s*"/.test(said) ? "" : said;
  const text = status === "failed" ? (position.error ?? "") : words;
  return (
    <div class={`cell cell-${status}${current ? " current" : ""}`}>
      <div class="cell-answer">
        <Chip answer={position.answer} number={number} brief />
      </div>
      <p class="cell-notes">{notesOf(position).join(" · ")}</p>
      <p class="cell-text said">{clipped(plainWords(text), PREVIEW)}</p>
      <a class="cell-link" href={href} aria-current={current ? "true" : undefined}>
        {current ? "Close" : "Read"}
        <span class="hidden">
          {" "}
          {visible(debater)}, round {round}
        </span>
      </a>
    </div>
  );
}

export function notesOf(position: Position): string[] {
  const { status, confidence, changed, attempts, truncated, side } = position;
  return [
    side === undefined ? "" : "argues for what it was given",
    statusWords(status),
    confidence === null ? "" : `${percent(confidence)} sure`,
    changed ? "changed its mind" : "",
    truncated ? "cut off" : "",
    attempts === undefined ? "" : counted(attempts, "attempt"),
  ].filter((note) => note !== "");
}

function Waiting({ children }: { children: ComponentChildren }): VNode {
  return (
    <div class="cell cell-waiting">
      <p class="cell-notes">{children}</p>
    </div>
  );
}

/** Keeps the end of the text visible; earlier lines scroll away. */
function Writing({ text }: { text: string }): VNode {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  return (
    <div class="cell cell-writing">
      <p class="cell-notes">
        <span class="dot beating" /> Writing
      </p>
      <div class="cell-stream said" ref={box}>
        {liveWords(text)}
      </div>
    </div>
  );
}
