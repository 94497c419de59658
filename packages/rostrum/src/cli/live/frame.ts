import {
  agreementWords,
  answerNumbers,
  counted,
  duration,
  formatCost,
  oneLine,
  answerMark,
  clipped,
} from "../../export/index.ts";
import type { Position } from "../../protocol/position.ts";
import type { Style } from "../terminal/style.ts";
import { measureColumns, fit, fitEnd, padTo } from "../terminal/width.ts";
import type { PanelState, Activity } from "./panel-state.ts";

export interface FrameOptions {
  columns: number;
  style: Style;
  elapsedMs: number;
  /** Increases with every redraw. */
  tick: number;
}

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** The live view as lines that fit into the terminal. It is pure, so it can be tested at any width. */
export function formatFrame(state: PanelState, options: FrameOptions): string[] {
  const { style, tick } = options;
  // The last column stays empty, because some terminals wrap the line there.
  const columns = Math.max(19, options.columns - 1);
  const { result, started } = state.record();
  // Calls that were in flight at the end stay unanswered.
  const spinner = state.finished ? "·" : (SPINNER[tick % SPINNER.length] ?? "·");
  const panel = started?.panel ?? [];
  const nameColumns = Math.min(
    Math.max(4, ...panel.map(({ name }) => measureColumns(oneLine(name)))),
    Math.floor(columns * 0.35),
  );
  const numbers = answerNumbers(result.rounds);
  const trails = panel.map((_, member) =>
    result.rounds.flatMap(({ positions }) => listIfHeard(positions[member])),
  );
  const errors = trails.map((trail) => trail.at(-1)?.error);
  const rows = panel.map(({ name }, member) =>
    formatRow(
      {
        name,
        trail: trails[member] ?? [],
        failedLike: panel[findFirstLike(errors, member)]?.name ?? null,
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
    style.dim(fit(formatStatus(state, options), columns)),
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
function findFirstLike(errors: readonly (string | undefined)[], member: number): number {
  const error = errors[member];
  return error === undefined ? -1 : errors.slice(0, member).indexOf(error);
}

/** A member that is being asked has no answer for this round yet. */
function listIfHeard(position: Position | undefined): Position[] {
  return position === undefined || position.status === "not_asked" ? [] : [position];
}

function formatStatus(state: PanelState, { elapsedMs }: FrameOptions): string {
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

export interface Row {
  name: string;
  /** This member's position in every round so far. */
  trail: readonly Position[];
  /** Numbers of its answers, round by round. */
  numbers: readonly (number | null)[];
  activity: Activity;
  tail: string;
  /** A debater further up that failed with the same words. */
  failedLike: string | null;
}

const MARKS: Record<Position["status"], string> = {
  spoke: "✓",
  kept: "=",
  failed: "✗",
  unread: "?",
  not_asked: "·",
};
const ARROW = " → ";

/** One member on one line: its state, name, and answers from first to latest. */
export function formatRow(
  row: Row,
  columns: number,
  nameColumns: number,
  spinner: string,
  style: Style,
): string {
  const last = row.trail.at(-1);
  const busy = row.activity !== "idle";
  const mark = busy ? spinner : MARKS[last?.status ?? "not_asked"];
  const colour = last?.status === "failed" || last?.status === "unread" ? style.red : style.green;
  const head = `${busy ? mark : colour(mark)} ${padTo(fit(oneLine(row.name), nameColumns), nameColumns)}  `;
  return head + formatBody(row, columns - nameColumns - 4, style);
}

function formatBody(row: Row, columns: number, style: Style): string {
  const { trail, activity, tail } = row;
  const last = trail.at(-1);
  if (activity === "idle" && last?.status === "failed") {
    const { failedLike } = row;
    const words = failedLike === null ? (last.error ?? "failed") : `failed like ${failedLike}`;
    return style.red(fit(oneLine(words), columns));
  }
  const said = trail.flatMap((position, round) => {
    const number = row.numbers[round] ?? null;
    // Only changes are shown, to save space.
    if (number !== null && number === row.numbers[round - 1]) return [];
    return makeAnswerPart(position, number, style);
  });
  const current = activity === "idle" ? "" : formatNow(tail, columns, said.length > 0);
  return joinParts(said, columns - measureColumns(current), style) + style.dim(current);
}

interface Part {
  plain: string;
  paint(text: string): string;
}

function makeAnswerPart(position: Position, number: number | null, style: Style): Part[] {
  const { answer, status } = position;
  if (status === "unread") return [{ plain: "unread", paint: style.red }];
  if (status === "failed") return [{ plain: "failed", paint: style.red }];
  if (answer === null) return [];
  // The arrow between answers is ours.
  const plain = clipped(answer, 200).replaceAll("→", "›");
  if (number === null) return [{ plain, paint: (text) => text }];
  return [
    { plain: `#${answerMark(number)} ${plain}`, paint: (text) => style.answer(number, text) },
  ];
}

/** The end of what a member is writing, in half of the width. */
function formatNow(tail: string, columns: number, follows: boolean): string {
  const arrow = follows ? ARROW : "";
  const text = oneLine(tail);
  const half = Math.max(8, Math.floor(columns / 2)) - arrow.length;
  return fit(arrow + (fitEnd(text, half) || "…"), columns);
}

/** The answers in order. If the line is too long, the oldest are left out first. */
function joinParts(parts: readonly Part[], room: number, style: Style): string {
  for (let start = 0; start < parts.length; start++) {
    const kept = parts.slice(start);
    const lead = start === 0 ? "" : `…${ARROW}`;
    const length = measureColumns(lead + kept.map(({ plain }) => plain).join(ARROW));
    if (length <= room)
      return style.dim(lead) + kept.map((part) => part.paint(part.plain)).join(style.dim(ARROW));
  }
  const last = parts.at(-1);
  return last ? last.paint(fit(last.plain, room)) : "";
}
