import type { VNode } from "preact";
import {
  formatCount,
  formatMoment,
  formatCost,
  formatPercent,
  describeState,
} from "@rostrum/core/export";
import type { RunSummary } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";
import { RunAnswer } from "../../parts/run-answer.tsx";
import { StatePill } from "../../parts/state-pill.tsx";
import { debateHref } from "../../route/route.ts";
import { formatTitle } from "../../text/strip-markdown.ts";

interface RunRowProps {
  run: RunSummary;
  picked: boolean;
  pick(): void;
}

const TIME = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });

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
          aria-label={`Compare: ${formatTitle(question, 60)}`}
        />
      </label>
      <div class="run-words">
        <a class="run-question said" href={debateHref(id)}>
          {formatTitle(question, 160) || id}
        </a>
        {answer !== null && (
          <p class="run-answer">
            <span class="hidden">Answer: </span>
            <RunAnswer answer={answer} longest={140} />
            {agreement !== null && (
              <span class="dim small"> · {formatPercent(agreement)} agree</span>
            )}
          </p>
        )}
      </div>
      <p class="run-marks">
        <StatePill state={run.status} words={describeState(run.status, run.stopped)} />
        {run.escalated && <span class="pill state-waiting">Escalated</span>}
        {run.degraded && <span class="pill state-failed">Degraded</span>}
      </p>
      <p class="run-who small">
        <span class="said">
          {escapeInvisible(panelName ?? formatCount(panel.length, "debater"))}
        </span>
        {run.user !== undefined && <span class="dim said">{escapeInvisible(run.user)}</span>}
      </p>
      <p class="run-cost small">
        <span>{formatCost(run.costUsd, run.atLeastUsd, "cost unknown")}</span>
        <span class="dim">{formatCount(calls, "call")}</span>
      </p>
      <p class="run-when small">
        <time dateTime={new Date(createdAt).toISOString()} title={formatMoment(createdAt)}>
          {TIME.format(createdAt)}
        </time>
      </p>
    </li>
  );
}
