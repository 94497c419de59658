import { Fragment, type VNode } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import type { DebaterNames } from "./debater-names.ts";
import { closeOpenMarks, findSettledLength } from "../text/growing-text.ts";
import { renderBlock } from "./markdown.tsx";
import { parseBlocks } from "@rostrum/core/markdown";
import { createTextMarker } from "./quotes.tsx";

/**
 * Markdown that is still being written. Marks that are open at its end are closed for display, and blocks that can no
 * longer change aren't rendered again.
 */
export function GrowingMarkdown({ text, names }: { text: string; names?: DebaterNames }): VNode {
  const previous = useRef({ text: "", settled: 0 });
  // A text that restarts, after a cut or for another attempt, settles from its beginning again.
  const from = text.startsWith(previous.current.text) ? previous.current.settled : 0;
  const settled = findSettledLength(text, from);
  previous.current = { text, settled };
  const mark = createTextMarker(undefined, names);
  // Keyed by index, so that a block keeps its element when it settles: a new one would count as a layout shift.
  const renderPart = (part: string, first: number): VNode[] =>
    parseBlocks(escapeInvisible(part)).map((block, index) => (
      <Fragment key={first + index}>{renderBlock(block, mark)}</Fragment>
    ));
  const settledBlocks = useMemo(
    () => renderPart(text.slice(0, settled), 0),
    [text.slice(0, settled), names],
  );
  const openBlocks = renderPart(closeOpenMarks(text.slice(settled)), settledBlocks.length);
  return <div class="said">{[...settledBlocks, ...openBlocks]}</div>;
}
