import type { ComponentChildren, VNode } from "preact";
import { formatDuration, formatCost, formatPercent } from "@rostrum/core/export";
import { Bar } from "../../parts/bar.tsx";
import { Elapsed } from "../../parts/elapsed.tsx";
import { StatePill } from "../../parts/state-pill.tsx";
import { describePhase } from "../../record/phase.ts";
import type { Moment } from "../../feed/feed.ts";

/** The state of a debate as a line of figures. The space of every figure is reserved from the start. */
export function StatusStrip({ moment }: { moment: Moment }): VNode {
  const { record, events } = moment;
  const { result, atLeastUsd, status } = record;
  // A round that has not ended has no agreement, so the previous one is shown.
  const agreement = result.rounds[record.completedRounds - 1]?.agreement ?? null;
  return (
    <dl class="strip">
      <Figure name="Status">
        <span role="status">
          <StatePill state={status} words={describePhase(record)} />
        </span>
      </Figure>
      <Figure name="Agreement">
        <Room letters={4}>{agreement === null ? "–" : formatPercent(agreement)}</Room>{" "}
        {/* Its place is kept, also where nobody votes. */}
        <Bar share={agreement ?? 0} class={agreement === null ? "unseen" : ""} />
      </Figure>
      <Figure name="Calls">
        <Room letters={3}>{result.usage.calls}</Room>{" "}
        <span class="dim">{result.integrity.clarified > 0 ? "some asked again" : ""}</span>
      </Figure>
      <Figure name="Cost">{formatCost(result.costUsd, atLeastUsd)}</Figure>
      <Figure name="Time">
        {status === "running" ? (
          <Elapsed since={events[0]?.at ?? 0} />
        ) : (
          formatDuration(result.durationMs || measureSpan(events))
        )}
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ComponentChildren }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A figure that may grow without moving its neighbors. */
function Room({ letters, children }: { letters: number; children: ComponentChildren }): VNode {
  return (
    <span class="room" style={{ minInlineSize: `${letters}ch` }}>
      {children}
    </span>
  );
}

/** A debate that waits for a review has no duration yet. */
function measureSpan(events: Moment["events"]): number {
  return (events.at(-1)?.at ?? 0) - (events[0]?.at ?? 0);
}
