import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { visible } from "../../../../rostrum/src/visible.ts";
import { phaseOf } from "../../record/phase.ts";
import { debateHref } from "../../route/route.ts";
import type { ViewProps } from "../view-props.ts";
import { LiveBlock } from "./live-block.tsx";
import { RoundRows } from "./round-rows.tsx";
import { VerdictCard } from "./verdict-card.tsx";

/** The debate itself: one column per debater, one row per round, and the verdict. */
export function DebateView(props: ViewProps): VNode {
  const { id, moment, cell } = props;
  const { record, events } = moment;
  // A running debate grows downward, so that nothing moves; a finished one begins with its result.
  const [watched] = useState(record.status === "running");
  const phase = phaseOf(events, record);
  const decided = events.some(
    ({ type }) => type === "debate.synthesized" || type === "debate.failed",
  );
  const member = record.started?.panel.findIndex(({ name }) => name === cell?.debater) ?? -1;
  useEffect(() => {
    if (cell) scrollToCell(`r${cell.round}-${member}`);
  }, [cell?.round, member, cell?.at?.join()]);
  useEffect(() => {
    if (!cell) return undefined;
    const close = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") location.hash = debateHref(id);
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [cell?.round, member]);
  const verdict = decided && <VerdictCard {...props} />;
  return (
    <div class="debate-view">
      {!watched && verdict}
      <LiveBlock moment={moment} source="router" title="One model is asked first" />
      {record.result.rounds.length > 0 && (
        <Blind hidden={answersBlind(props)}>
          <Board {...props} openRound={phase.openRound} />
        </Blind>
      )}
      {phase.judging && <LiveBlock moment={moment} source="judge" title="The judge" always />}
      {watched && verdict}
    </div>
  );
}

/** A person who is asked in round 0 answers before they read the others, as every debater does. */
function answersBlind({ moment, actions }: ViewProps): boolean {
  const { waits } = moment.record;
  return actions !== null && waits.some((wait) => wait.for === "speak" && wait.round === 0);
}

function Blind({ hidden, children }: { hidden: boolean; children: VNode }): VNode {
  if (!hidden) return children;
  return (
    <details>
      <summary>Show what the others say. Round 0 is independent, so speak first.</summary>
      {children}
    </details>
  );
}

function Board(props: ViewProps & { openRound: number | null }): VNode {
  const { result, started } = props.moment.record;
  const panel = started?.panel ?? [];
  return (
    <div
      class="board-frame"
      role="region"
      aria-label="The rounds, one column per debater"
      tabIndex={0}
    >
      <table class="board" style={{ "--columns": panel.length }}>
        <thead>
          <tr>
            {panel.map(({ name, model, weight }) => (
              <th scope="col">
                <span class="name">{visible(name)}</span>
                <span class="model">
                  {visible(model)}
                  {weight === 1 ? "" : ` × ${weight}`}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        {result.rounds.map((round) => (
          <RoundRows {...props} round={round} open={round.index === props.openRound} />
        ))}
      </table>
    </div>
  );
}

/** Scrolls to the reply that the address names, also if the link was opened from elsewhere. */
function scrollToCell(id: string): void {
  document.getElementById(id)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  document.querySelector(".detail")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  document
    .querySelector(".detail .passage")
    ?.scrollIntoView({ block: "center", inline: "nearest" });
}
