import type { VNode } from "preact";
import type { RunSummary } from "../../../../rostrum/src/protocol/journal.ts";
import {
  counted,
  moment,
  formatCost,
  percent,
  stateWords,
} from "../../../../rostrum/src/export/phrases.ts";
import { visible } from "../../../../rostrum/src/visible.ts";
import { runAnswer } from "../../record/run-answer.ts";
import { StatePill } from "../../parts/state-pill.tsx";
import { debateHref } from "../../route/route.ts";
import { titleWords } from "../../said/title-words.ts";

interface RunRowProps {
  run: RunSummary;
  picked: boolean;
  pick(): void;
}

/** One run in a line. */
export function RunRow({ run, picked, pick }: RunRowProps): VNode {
  const { id, question, answer, agreement, calls, createdAt, panel, panelName } = run;
  return (
    <li class="run">
      <label class="run-pick">
        <input
          type="checkbox"
          checked={picked}
          onChange={pick}
          aria-label={`Compare: ${titleWords(question, 60)}`}
        />
      </label>
      <div class="run-words">
        <a class="run-question said" href={debateHref(id)}>
          {titleWords(question, 160) || id}
        </a>
        {answer !== null && (
          <p class="run-answer said">
            <span class="hidden">Answer: </span>
            {runAnswer(answer, 110)}
            {agreement !== null && <span class="dim small"> · {percent(agreement)} agree</span>}
          </p>
        )}
      </div>
      <p class="run-who small">
        <span class="said">{visible(panelName ?? counted(panel.length, "debater"))}</span>
        {run.user !== undefined && <span class="dim said">{visible(run.user)}</span>}
      </p>
      <p class="run-when small">
        <time dateTime={new Date(createdAt).toISOString()}>{moment(createdAt)}</time>
      </p>
      <p class="run-cost small">
        {formatCost(run.costUsd, run.atLeastUsd, "cost unknown")}
        <span class="dim">{counted(calls, "call")}</span>
      </p>
      <p class="run-marks">
        <StatePill state={run.status} words={stateWords(run.status, run.stopped)} />
        {run.escalated && <span class="pill state-waiting">Escalated</span>}
        {run.degraded && <span class="pill state-failed">Degraded</span>}
      </p>
    </li>
  );
}
