import type { VNode } from "preact";
import { formatCost, formatCount, formatDateTime, formatMoney } from "@rostrum/core/export";
import type { RunSummary } from "@rostrum/core/protocol";
import { escapeInvisible } from "@rostrum/core/support";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { RunOutcome, RunSupport } from "../../parts/run-facts.tsx";
import { describeWaiting, titleRun } from "../../record/describe-run.ts";
import { formatAge } from "../../record/format-age.ts";
import { debateHref } from "../../route/route.ts";

interface RunRowProps {
  run: RunSummary;
  now: number;
  /** True if the run is selected for comparison. Null outside of a comparison. */
  picked: boolean | null;
  pick(): void;
}

/** A run in one line, which links to it. */
export function RunRow({ run, now, picked, pick }: RunRowProps): VNode {
  const { id, createdAt, panel, panelName, user } = run;
  return (
    <li class="run">
      {picked === null ? (
        <RunSign run={run} />
      ) : (
        <label class="run-pick">
          <input
            type="checkbox"
            checked={picked}
            onChange={pick}
            aria-label={`Compare: ${titleRun(run, 60)}`}
          />
        </label>
      )}
      <a class="run-link" href={debateHref(id)}>
        <b class="run-question">{titleRun(run, 200)}</b>
      </a>
      <RunOutcome run={run} />
      <RunSupport run={run} />
      <span class="run-who">
        <span class="said">
          {escapeInvisible(panelName ?? formatCount(panel.length, "member"))}
        </span>
        {user !== undefined && <span class="said run-user">{escapeInvisible(user)}</span>}
      </span>
      <RunCost run={run} />
      <time
        class="run-when"
        dateTime={new Date(createdAt).toISOString()}
        title={formatDateTime(createdAt)}
      >
        {formatAge(createdAt, now)}
      </time>
    </li>
  );
}

/** Cost of a run: "≥ $0.02" if the cost of some call is unknown. */
function RunCost({ run: { costUsd, atLeastUsd } }: { run: RunSummary }): VNode {
  if (costUsd !== null || atLeastUsd === 0)
    return <span class="run-cost">{formatCost(costUsd, atLeastUsd, "unknown")}</span>;
  return (
    <span class="run-cost" title="At least: the cost of some calls is unknown.">
      <span class="hidden">at least </span>
      <span aria-hidden="true">≥ </span>
      {formatMoney(atLeastUsd)}
    </span>
  );
}

interface Sign {
  icon: IconName | "pulse";
  tone: string;
  label: string;
}

/** State that needs attention, most urgent first. Null for a run that simply finished. */
function findSign(run: RunSummary): Sign | null {
  const { status, stopped, stopReason, tied, uncompared, escalated } = run;
  if (status === "running") return { icon: "pulse", tone: "", label: "Running" };
  if (status === "failed")
    return { icon: "close", tone: stopped ? "dim" : "bad", label: stopped ? "Stopped" : "Failed" };
  if (status === "waiting") return { icon: "person", tone: "warn", label: describeWaiting(run) };
  if (tied !== undefined || stopReason === "tied")
    return { icon: "alert", tone: "warn", label: uncompared ? "Not compared" : "Tied" };
  return escalated ? { icon: "alert", tone: "warn", label: "Disputed" } : null;
}

function RunSign({ run }: { run: RunSummary }): VNode {
  const sign = findSign(run);
  if (sign === null) return <span class="run-sign" />;
  return (
    <span class={`run-sign tone-${sign.tone}`} title={sign.label}>
      {sign.icon === "pulse" ? <span class="dot beating" /> : <Icon name={sign.icon} />}
      <span class="hidden">{sign.label}: </span>
    </span>
  );
}
