import { answerMark, clipped, oneLine } from "../../export/index.ts";
import type { Position } from "../../protocol/position.ts";
import type { Style } from "../terminal/style.ts";
import { columnsOf, fit, fitEnd, padTo } from "../terminal/width.ts";
import type { Activity } from "./panel-state.ts";

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
export function rowLine(
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
  return head + body(row, columns - nameColumns - 4, style);
}

function body(row: Row, columns: number, style: Style): string {
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
    return answerPart(position, number, style);
  });
  const current = activity === "idle" ? "" : nowPart(tail, columns, said.length > 0);
  return joined(said, columns - columnsOf(current), style) + style.dim(current);
}

interface Part {
  plain: string;
  paint(text: string): string;
}

function answerPart(position: Position, number: number | null, style: Style): Part[] {
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
function nowPart(tail: string, columns: number, follows: boolean): string {
  const arrow = follows ? ARROW : "";
  const text = oneLine(tail);
  const half = Math.max(8, Math.floor(columns / 2)) - arrow.length;
  return fit(arrow + (fitEnd(text, half) || "…"), columns);
}

/** The answers in order. If the line is too long, the oldest are left out first. */
function joined(parts: readonly Part[], room: number, style: Style): string {
  for (let start = 0; start < parts.length; start++) {
    const kept = parts.slice(start);
    const lead = start === 0 ? "" : `…${ARROW}`;
    const length = columnsOf(lead + kept.map(({ plain }) => plain).join(ARROW));
    if (length <= room)
      return style.dim(lead) + kept.map((part) => part.paint(part.plain)).join(style.dim(ARROW));
  }
  const last = parts.at(-1);
  return last ? last.paint(fit(last.plain, room)) : "";
}
