import {
  agreementWords,
  answerNumbers,
  counted,
  duration,
  formatCost,
  oneLine,
} from "../../export/index.ts";
import type { Position } from "../../protocol/position.ts";
import type { Style } from "../terminal/style.ts";
import { columnsOf, fit } from "../terminal/width.ts";
import type { PanelState } from "./panel-state.ts";
import { rowLine } from "./row.ts";

export interface FrameOptions {
  columns: number;
  style: Style;
  elapsedMs: number;
  /** Increases with every redraw. */
  tick: number;
}

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** The live view as lines that fit into the terminal. It is pure, so it can be tested at any width. */
export function frame(state: PanelState, options: FrameOptions): string[] {
  const { style, tick } = options;
  // The last column stays empty, because some terminals wrap the line there.
  const columns = Math.max(19, options.columns - 1);
  const { result, started } = state.record();
  // Calls that were in flight at the end stay unanswered.
  const spinner = state.finished ? "·" : (SPINNER[tick % SPINNER.length] ?? "·");
  const panel = started?.panel ?? [];
  const nameColumns = Math.min(
    Math.max(4, ...panel.map(({ name }) => columnsOf(oneLine(name)))),
    Math.floor(columns * 0.35),
  );
  const numbers = answerNumbers(result.rounds);
  const trails = panel.map((_, member) =>
    result.rounds.flatMap(({ positions }) => heard(positions[member])),
  );
  const errors = trails.map((trail) => trail.at(-1)?.error);
  const rows = panel.map(({ name }, member) =>
    rowLine(
      {
        name,
        trail: trails[member] ?? [],
        failedLike: panel[firstLike(errors, member)]?.name ?? null,
        numbers: numbers.map((round) => round[member] ?? null),
        activity: state.activity(name),
        tail: state.tail(name),
      },
      columns,
      nameColumns,
      spinner,
      style,
    ),
  );
  const lines = [
    style.bold(fit(oneLine(result.question), columns)),
    style.dim(fit(statusLine(state, options), columns)),
  ];
  if (state.judging || state.routing) {
    const who = state.judging ? "judge" : "router";
    rows.push(
      `${spinner} ${style.dim(fit(`${who}: ${oneLine(state.tail(who)) || "…"}`, columns - 2))}`,
    );
  }
  return [...lines, ...rows];
}

/** The first member further up that has the same error; -1 without one. */
function firstLike(errors: readonly (string | undefined)[], member: number): number {
  const error = errors[member];
  return error === undefined ? -1 : errors.slice(0, member).indexOf(error);
}

/** A member that is being asked has no answer for this round yet. */
function heard(position: Position | undefined): Position[] {
  return position === undefined || position.status === "not_asked" ? [] : [position];
}

function statusLine(state: PanelState, { elapsedMs }: FrameOptions): string {
  const { result, atLeastUsd, started } = state.record();
  const last = result.rounds.at(-1);
  const closed = result.rounds.findLast(({ positions }) =>
    positions.some(({ cluster }) => cluster !== null),
  );
  const parts = [
    last === undefined ? "starting" : `round ${last.index} of ${started?.rounds ?? 0}`,
    ...(closed === undefined ? [] : [agreementWords(closed.agreement)]),
    formatCost(result.costUsd, atLeastUsd, "cost unknown"),
    counted(result.usage.calls, "call"),
    duration(elapsedMs),
  ];
  return parts.join(" · ");
}
