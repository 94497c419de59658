import type { VNode } from "preact";
import {
  formatCost,
  formatCount,
  formatDuration,
  formatMoney,
  formatNumber,
  nameMembers,
} from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import { type DebateCall, getCalls } from "../../api/calls.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { colourClass } from "../../parts/chip.tsx";
import { CopyButton } from "../../parts/copy-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Loading } from "../../parts/loading.tsx";
import { Problem } from "../../parts/problem.tsx";
import { formatModel } from "../../record/format-model.ts";
import { listMembers } from "../../record/list-members.ts";
import type { ViewProps } from "../view-props.ts";
import { describeRole } from "./describe-role.ts";
import { layOutCalls, type TimeAxis } from "./lay-out-calls.ts";
import "../../style/calls.css";

/** Every call of a debate: prompt, reply, time, duration and cost. */
export function CallsView({ id, snapshot, numbers, memberNames }: ViewProps): VNode {
  const { record } = snapshot;
  // Reloads while the debate runs; a finished one loads once.
  const { value, error, reload } = useLoaded(
    (signal) => getCalls(id, signal),
    `${id} ${record.result.usage.calls} ${record.status}`,
  );
  if (error !== null) return <Problem retry={reload}>{error}</Problem>;
  if (value === null) return <Loading />;
  const calls = nameMembers(value.calls, memberNames);
  if (calls.length === 0)
    return (
      <div class="empty">
        <p>No call has been made yet. Calls appear here as soon as they return.</p>
      </div>
    );
  const sorted = calls.toSorted((a, b) => (a.startedAt ?? Infinity) - (b.startedAt ?? Infinity));
  const axis = layOutCalls(sorted);
  const answerNumbers = new Map(
    listMembers(record, numbers).map(({ name, number }) => [name, number]),
  );
  const knownCost = calls.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  const isCostComplete = calls.every(({ costUsd }) => costUsd !== null);
  return (
    <section class="part calls" aria-labelledby="calls-title">
      <h2 id="calls-title">
        Calls <small>what each model was sent, what it replied, how long it took</small>
      </h2>
      <div class="card rows">
        <div class="call-captions" aria-hidden="true">
          <span>Role and model</span>
          <span class="call-axis">
            {axis.ticks.map(({ position, label }) => (
              <span style={{ insetInlineStart: `${position * 100}%` }}>{label}</span>
            ))}
          </span>
          <span>Time</span>
          <span>Tokens in → out</span>
          <span>Cost</span>
        </div>
        {sorted.map((call, index) => (
          <CallRow
            call={call}
            axis={axis}
            index={index}
            number={answerNumbers.get(call.member ?? "") ?? null}
          />
        ))}
      </div>
      <p class="dim small">
        {formatCount(calls.length, "call")} ·{" "}
        {formatCost(isCostComplete ? knownCost : null, knownCost)} · {formatDuration(axis.spanMs)}{" "}
        from the first to the last
      </p>
    </section>
  );
}

interface CallRowProps {
  call: DebateCall;
  axis: TimeAxis;
  index: number;
  /** Number of the member's answer in the debate. */
  number: number | null;
}

function CallRow({ call, axis, index, number }: CallRowProps): VNode {
  const { member, model, durationMs, usage, costUsd, prompt, reply } = call;
  const { name, note } = describeRole(call);
  const bar = axis.bars[index];
  const attempts = call.attempts ?? 1;
  const summary = (
    <>
      <span class="call-role">
        <b>{escapeInvisible(name)}</b>
        <small>
          {note === "" ? "" : `${note} · `}
          {model === null ? "unknown model" : formatModel(model)}
          {attempts > 1 ? ` · ${formatCount(attempts, "attempt")}` : ""}
        </small>
      </span>
      <span
        class={`call-lane ${member === null ? "c-none" : colourClass(number)}`}
        aria-hidden="true"
      >
        {axis.ticks.map(({ position }) => (
          <i class="call-tick" style={{ insetInlineStart: `${position * 100}%` }} />
        ))}
        {bar && (
          <i
            class={`call-bar${call.error === undefined ? "" : " failed"}`}
            style={{ insetInlineStart: `${bar.start * 100}%`, inlineSize: `${bar.width * 100}%` }}
          />
        )}
      </span>
      <span class="call-time">{durationMs === null ? "unknown" : formatDuration(durationMs)}</span>
      <span class="call-tokens">
        {formatTokens(usage?.inputTokens ?? null, usage?.outputTokens ?? null)}
      </span>
      <span class="call-cost">{formatMoney(costUsd)}</span>
    </>
  );
  if (prompt === undefined && reply === undefined && call.error === undefined)
    return <div class="call call-closed">{summary}</div>;
  return (
    <details class="call">
      <summary>
        {summary}
        <Icon name="next" />
      </summary>
      <div class="call-texts">
        <TextPane title="Prompt" text={formatPrompt(prompt)} />
        <TextPane title="Reply" text={reply ?? call.error ?? ""} />
      </div>
    </details>
  );
}

/** "1,200 → 90". One word if neither number is known. */
function formatTokens(input: number | null, output: number | null): string {
  if (input === null && output === null) return "unknown";
  return [input, output].map((count) => (count === null ? "?" : formatNumber(count))).join(" → ");
}

/** Formats a prompt as one text, with each message under its role. */
function formatPrompt(prompt: DebateCall["prompt"]): string {
  if (prompt === undefined || typeof prompt === "string") return prompt ?? "";
  const messages = [{ role: "system", content: prompt.system }, ...prompt.messages];
  return messages
    .filter(({ content }) => content !== "")
    .map(({ role, content }) => `[${role}]\n${content}`)
    .join("\n\n");
}

function TextPane({ title, text }: { title: string; text: string }): VNode {
  return (
    <section class="call-text">
      <header>
        <h3>{title}</h3>
        {text !== "" && <CopyButton text={() => text} label="Copy" />}
      </header>
      {text === "" ? (
        <p class="dim">Not stored.</p>
      ) : (
        <pre class="said" tabIndex={0}>
          {escapeInvisible(text)}
        </pre>
      )}
    </section>
  );
}
