import type { VNode } from "preact";
import type { DebateRecord } from "@rostrum/core/record";
import { formatStep } from "../../record/format-round.ts";

const MAX_STEPS = 6;

/** Steps that a debate may take. Later rounds are skipped if the panel agrees earlier. */
export function StepBar({ record }: { record: DebateRecord }): VNode {
  const { started, result, phase, completedRounds } = record;
  const planned = Math.max((started?.rounds ?? 0) + 1, result.rounds.length);
  const isJudging = phase === "judging" || phase === "deciding" || phase === "balloting";
  const current = isJudging ? planned : Math.max(result.rounds.length - 1, 0);
  const rounds = Array.from({ length: Math.min(planned, MAX_STEPS) }, (_, index) => ({
    name: formatStep(index, record),
    note: describeRound(record, index),
    at: index,
  }));
  const last = {
    name: started?.judge ? "Judge" : "Decision",
    note: started?.judge ? "decides" : "by vote",
    at: planned,
  };
  return (
    <ol class="step-bar" aria-label="Steps">
      {[...rounds, last].map(({ name, note, at }) => {
        const isDone = at < completedRounds && at !== current;
        const state = at === current ? "now" : isDone ? "done" : "";
        return (
          <li class={state} aria-current={state === "now" ? "step" : undefined}>
            <b>{name}</b>
            <span>{note}</span>
          </li>
        );
      })}
    </ol>
  );
}

function describeRound({ result, started }: DebateRecord, index: number): string {
  const round = result.rounds[index];
  if (!round) return index === 0 ? "on their own" : "if they differ";
  const done = round.positions.filter(({ status }) => status !== "not_asked").length;
  return `${done} of ${started?.panel.length ?? done} answered`;
}
