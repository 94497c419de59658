import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { proseQuotes, type DebateRecord } from "../../../../rostrum/src/record/index.ts";
import type { Citation } from "../../../../rostrum/src/protocol/citation.ts";
import type { Position } from "../../../../rostrum/src/protocol/position.ts";
import { money, thousands } from "../../../../rostrum/src/export/phrases.ts";
import { visible } from "../../../../rostrum/src/visible.ts";
import { Chip } from "../../parts/chip.tsx";
import { CopyLink } from "../../parts/copy-link.tsx";
import { debateHref } from "../../route/route.ts";
import { WithPassage } from "../../said/quotes.tsx";
import { Said } from "../../said/said.tsx";
import { citationHref } from "../citation-href.ts";
import { CritiqueList } from "./critique-list.tsx";
import { notesOf } from "./cell.tsx";

interface CellDetailProps {
  id: string;
  position: Position;
  number: number | null;
  model: string;
  record: DebateRecord;
  /** The passage of the reply that the address points at. */
  at: readonly [number, number] | null;
}

/** One reply in full. It has its own address. */
export function CellDetail(props: CellDetailProps): VNode {
  const { id, position, number, model, record, at } = props;
  const { debater, round, answer, reasoning, text, justification, error, changed } = position;
  const cell = { round, debater };
  // A debater may quote anything: its quotes are only marked.
  const citations = useMemo(
    () =>
      proseQuotes(position, {
        question: record.result.question,
        rounds: record.result.rounds,
        context: record.started?.context ?? [],
      }),
    [text],
  );
  const quotes = {
    citations,
    hrefOf: (citation: Citation) => citationHref(id, citation),
    strike: false,
  };
  return (
    <section class="detail" aria-label={`${visible(debater)} in round ${round}`}>
      <header>
        <h3>
          {visible(debater)} <span class="dim">in round {round}</span>
        </h3>
        <p class="dim">{[visible(position.model ?? model), ...notesOf(position)].join(" · ")}</p>
        <span class="detail-tools">
          {changed && <a href={debateHref(id, "changes", cell)}>Why it changed its answer</a>}
          <CopyLink href={debateHref(id, "debate", cell)} />
          <a href={debateHref(id)}>Close</a>
        </span>
      </header>
      <Chip answer={answer} number={number} />
      {error !== undefined && <p class="notice notice-failed said">{visible(error)}</p>}
      {reasoning !== "" && <Said text={reasoning} quotes={quotes} />}
      {position.critique && <CritiqueList critique={position.critique} />}
      {justification !== undefined && (
        <p class="said because">
          <span class="dim">Reason for the change:</span> {visible(justification)}
        </p>
      )}
      {text !== "" && (
        <details open={at !== null} key={String(at)}>
          <summary>The original reply</summary>
          <WithPassage text={text} at={at} />
        </details>
      )}
      <Spent position={position} />
    </section>
  );
}

function Spent({ position: { usage, costUsd, status } }: { position: Position }): VNode | null {
  if (!usage || status === "kept") return null;
  return (
    <p class="dim small">
      {thousands(usage.inputTokens ?? null)} tokens in, {thousands(usage.outputTokens ?? null)} out,{" "}
      {money(costUsd ?? null)}
    </p>
  );
}
