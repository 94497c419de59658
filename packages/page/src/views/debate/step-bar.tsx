import type { VNode } from "preact";
import type { DebateRecord } from "@rostrum/core/record";
import { formatStep } from "../../record/format-round.ts";
import { isComparing } from "../../record/phase.ts";

const MAX_ROUNDS = 6;

interface Step {
  name: string;
  note: string;
  state: "done" | "now" | "";
}

/** Steps that a debate may take. Later rounds are skipped if the panel agrees earlier. */
export function StepBar({ record }: { record: DebateRecord }): VNode {
  return (
    <ol class="step-bar" aria-label="Steps">
      {listSteps(record).map(({ name, note, state }) => (
        <li class={state} aria-current={state === "now" ? "step" : undefined}>
          <b>{name}</b>
          <span>{note}</span>
        </li>
      ))}
    </ol>
  );
}

/** Kinds of answers that a model may have to compare. */
const PROSE_KINDS: ReadonlySet<string> = new Set(["auto", "text"]);

function listSteps(record: DebateRecord): Step[] {
  const { started, result, phase, completedRounds } = record;
  const planned = Math.max((started?.rounds ?? 0) + 1, result.rounds.length);
  const isDeciding = phase === "judging" || phase === "deciding" || phase === "balloting";
  const current = isDeciding ? planned : Math.max(result.rounds.length - 1, 0);
  const comparing = isComparing(record);
  const steps = Array.from({ length: Math.min(planned, MAX_ROUNDS) }, (_, index): Step => {
    const isDone = index < completedRounds || (comparing && index === current);
    const state = index === current && !comparing ? "now" : isDone ? "done" : "";
    return { name: formatStep(index, record), note: describeRound(record, index), state };
  });
  if (comparing || PROSE_KINDS.has(started?.rules.answer ?? "")) {
    // Answers are compared after each round; the step stands where that happens.
    const comparedRound = comparing
      ? current
      : Math.min(Math.max(completedRounds - 1, 0), planned - 1);
    const state = comparing ? "now" : completedRounds > 0 ? "done" : "";
    steps.splice(comparedRound + 1, 0, { name: "Compare", note: describeGroups(record), state });
  }
  const state = isDeciding ? "now" : "";
  return started?.judge
    ? [...steps, { name: "Judge", note: "decides", state }]
    : [...steps, { name: "Decision", note: "by vote", state }];
}

function describeGroups({ result, completedRounds }: DebateRecord): string {
  const groups = new Set(
    (result.rounds[completedRounds - 1]?.positions ?? []).flatMap(({ cluster }) => cluster ?? []),
  ).size;
  if (groups === 0) return "who says the same";
  return groups === 1 ? "all say the same" : `${groups} positions`;
}

function describeRound({ result, started }: DebateRecord, index: number): string {
  const round = result.rounds[index];
  if (!round) return index === 0 ? "on their own" : "if they differ";
  // Members who keep their answers aren't asked.
  const kept = round.positions.filter(({ status }) => status === "kept").length;
  const done = round.positions.filter(({ status }) => status !== "not_asked").length - kept;
  return `${done} of ${(started?.panel.length ?? done) - kept} answered`;
}
