import type { VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Moment } from "../../feed/feed.ts";
import { readLiveText } from "../../feed/read-live-text.ts";
import { GrowingMarkdown } from "../../markdown/lazy-growing.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { findOpenRound } from "../../record/phase.ts";
import type { ViewProps } from "../view-props.ts";
import { Board } from "./board.tsx";
import { JumpBar } from "./jump-bar.tsx";
import { Rail } from "./rail.tsx";
import { useBoardKeys } from "./use-board-keys.ts";
import { VerdictCard } from "./verdict-card.tsx";

// Below everything else.
const WhatIfTable = lazy(async () => (await import("./what-if-table.tsx")).WhatIfTable, "part");
const ColumnView = lazy(async () => (await import("./column-view.tsx")).ColumnView, "part");

/** The debate itself: one column per debater, one section per round, and the verdict. */
export function DebateView(props: ViewProps): VNode {
  const { moment, cell, column, numbers } = props;
  const { record, events } = moment;
  const { result } = record;
  // A running debate grows downward, so that nothing moves; a finished one begins with its result.
  const [watched] = useState(record.status === "running");
  const openRound = findOpenRound(record);
  const decided = events.some(
    ({ type }) => type === "debate.synthesized" || type === "debate.failed",
  );
  const member = record.started?.panel.findIndex(({ name }) => name === cell?.debater) ?? -1;
  useEffect(() => {
    if (!cell) return;
    const place = document.getElementById(`r${cell.round}-${member}`);
    place?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [cell?.round, member]);
  useBoardKeys(props);
  if (column !== undefined)
    return (
      <div class="debate-view">
        <ColumnView {...props} column={column} openRound={openRound} />
      </div>
    );
  const verdict = decided && <VerdictCard {...props} />;
  const hasRail = decided && result.decision.method !== "none";
  const whatIf = hasRail && result.agreement !== null && result.rounds.length > 0;
  // The rail is as high as all rows next to it; the last row takes the remaining height.
  const rows = 1 + Number(result.rounds.length > 0) + Number(whatIf);
  const tracks = `${"auto ".repeat(rows - 1)}1fr`;
  const rail = hasRail && <Rail {...props} contents={!watched} />;
  return (
    <div
      class={`debate-view${watched ? " watched" : ""}${hasRail ? " railed" : ""}`}
      style={{ "--tracks": tracks, "--rows": rows }}
    >
      {!watched && verdict}
      {!watched && rail}
      <LiveBlock moment={moment} source="router" title="One model is asked first" />
      {result.rounds.length > 0 && (
        <Blind hidden={answersBlind(props)}>
          <Board {...props} openRound={openRound} tall={watched} />
        </Blind>
      )}
      {record.status === "running" && record.phase === "judging" && (
        <LiveBlock moment={moment} source="judge" title="The judge" always />
      )}
      {watched && verdict}
      {watched && rail}
      {whatIf && <WhatIfTable record={record} numbers={numbers} />}
      <JumpBar moment={moment} openRound={openRound} />
    </div>
  );
}

/** A person who is asked in round 0 answers before they read the others, as every debater does. */
function answersBlind({ moment, actions }: ViewProps): boolean {
  const { waits } = moment.record;
  return Boolean(actions?.speak) && waits.some((wait) => wait.for === "speak" && wait.round === 0);
}

function Blind({ hidden, children }: { hidden: boolean; children: VNode }): VNode {
  if (!hidden) return children;
  return (
    <details>
      <summary>Show what the others say. Round 0 is independent, so answer first.</summary>
      {children}
    </details>
  );
}

interface LiveBlockProps {
  moment: Moment;
  /** As deltas name it: `judge` or `router`. */
  source: string;
  title: string;
  /** Show it even if nothing has been written yet. */
  always?: boolean;
}

/** What the judge or the router is writing. */
function LiveBlock({ moment, source, title, always = false }: LiveBlockProps): VNode | null {
  const box = useRef<HTMLDivElement>(null);
  const text = [...moment.live.values()].find((piece) => piece.source === source)?.text;
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  if (text === undefined && !always) return null;
  return (
    <section class="live-block" aria-label={title}>
      <h2>
        <span class="dot beating" /> {title}
      </h2>
      <div class="cell-stream" ref={box}>
        <GrowingMarkdown text={readLiveText(text ?? "")} />
      </div>
    </section>
  );
}
