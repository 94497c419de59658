import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Bar } from "../../parts/bar.tsx";
import { StatePill } from "../../parts/state-pill.tsx";
import { phaseOf } from "../../record/phase.ts";
import type { Moment } from "../../feed/feed.ts";
import { duration, money, percent } from "../../words/figures.ts";

/** The state of a debate in a line of figures. Every figure has its room from the start. */
export function StatusStrip({ moment }: { moment: Moment }): VNode {
  const { record, events } = moment;
  const { result, started, status } = record;
  const { words, openRound } = phaseOf(events, record);
  // A round that is being held has no agreement yet: the one before is the latest known.
  const counted = openRound === null ? result.rounds : result.rounds.slice(0, openRound);
  const agreement = counted.at(-1)?.agreement ?? null;
  return (
    <dl class="strip">
      <Figure name="Status">
        <span role="status">
          <StatePill state={status} words={words} />
        </span>
      </Figure>
      <Figure name="Agreement">
        {agreement === null ? "–" : percent(agreement)} <Bar share={agreement ?? 0} />
      </Figure>
      <Figure name="Calls">
        {result.usage.calls} <span class="dim">of {started?.plannedCalls ?? "–"}</span>
      </Figure>
      <Figure name="Cost">{money(result.costUsd)}</Figure>
      <Figure name="Time">
        <Elapsed since={events[0]?.at ?? 0} total={status === "running" ? null : result.durationMs} />
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

function Elapsed({ since, total }: { since: number; total: number | null }): VNode {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (total !== null) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [total]);
  const ms = total ?? Math.floor(Math.max(0, now - since) / 1000) * 1000;
  return <>{total === null && ms < 1000 ? "0 s" : duration(ms)}</>;
}
