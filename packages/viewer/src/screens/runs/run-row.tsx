import type { VNode } from "preact";
import type { RunSummary } from "../../../../rostrum/src/protocol/journal.ts";
import {
  counted,
  moment,
  money,
  percent,
  stateWords,
} from "../../../../rostrum/src/export/phrases.ts";
import { clipped } from "../../../../rostrum/src/visible.ts";
import { StatePill } from "../../parts/state-pill.tsx";
import { debateHref } from "../../route/route.ts";

interface RunRowProps {
  run: RunSummary;
  picked: boolean;
  pick(): void;
}

/** One run in a line. */
export function RunRow({ run, picked, pick }: RunRowProps): VNode {
  const { id, question, answer, agreement, calls, costUsd, createdAt, panel } = run;
  const facts = [
    moment(createdAt),
    counted(panel.length, "debater"),
    counted(calls, "call"),
    costUsd === null ? "cost unknown" : money(costUsd),
    agreement === null ? "" : `${percent(agreement)} agree`,
  ].filter((fact) => fact !== "");
  return (
    <li class="run">
      <input
        type="checkbox"
        checked={picked}
        onChange={pick}
        aria-label={`Compare: ${clipped(question, 60)}`}
      />
      <div class="run-words">
        <a class="run-question said" href={debateHref(id)}>
          {clipped(question, 160) || id}
        </a>
        <p class="dim small">{facts.join(" · ")}</p>
      </div>
      <p class="run-answer said">{answer === null ? "" : clipped(answer, 90)}</p>
      <p class="run-marks">
        <StatePill state={run.status} words={stateWords(run.status, run.stopped)} />
        {run.escalated && <span class="pill state-waiting">Escalated</span>}
        {run.degraded && <span class="pill state-failed">Degraded</span>}
      </p>
    </li>
  );
}
