import {
  describeReviewed,
  describeAgreement,
  numberAnswers,
  formatCount,
  formatDuration,
  formatCost,
  formatAnswerNumber,
  nameRound,
  shortenAnswer,
  wasCutOff,
} from "@rostrum/core/export";
import type { Position } from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import { clipLine, toOneLine } from "@rostrum/core/support";
import type { Style } from "../terminal/style.ts";
import { describeReviewReply } from "./event-line.ts";
import { measureColumns, fit, fitEnd, padTo } from "../terminal/width.ts";
import type { PanelState } from "./panel-state.ts";

export interface FrameOptions {
  columns: number;
  style: Style;
  elapsedMs: number;
  /** Incremented with every redraw. */
  tick: number;
  /** Current time in milliseconds, on the same clock as in PanelState.apply. */
  nowMs: number;
}

const SPINNER = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];

/** Formats the live view as lines that fit the terminal. A pure function, so that every width can be tested. */
export function formatFrame(state: PanelState, options: FrameOptions): string[] {
  const { style, tick, elapsedMs, nowMs } = options;
  // The last column stays empty, because some terminals wrap there.
  const columns = Math.max(19, options.columns - 1);
  const { record, helper, settledAnswer } = state;
  // After the end, calls that never returned don't spin.
  const spinner = state.finished ? "·" : (SPINNER[tick % SPINNER.length] ?? "·");
  const panel = record.started?.panel ?? [];
  const nameColumns = Math.min(
    Math.max(4, ...panel.map(({ name }) => measureColumns(toOneLine(name)))),
    Math.floor(columns * 0.35),
  );
  const trails = panel.map((_, member) => listTurns(state, member));
  const errors = trails.map((trail) => trail.at(-1)?.error);
  const rows = panel.map(({ name }, member) => {
    const trail = trails[member] ?? [];
    const writing = state.textEnd(name);
    const turn = trail.at(-1);
    const last = turn && !wasCutOff(turn) ? turn.status : "not_asked";
    const paint = last === "failed" || last === "unread" ? style.red : style.green;
    const mark = writing === null ? paint(MARKS[last]) : spinner;
    const head = `${mark} ${padTo(fit(toOneLine(name), nameColumns), nameColumns)}  `;
    const room = columns - nameColumns - 4;
    if (turn && wasCutOff(turn)) return head + style.dim(fit("stopped", room));
    if (writing !== null || last !== "failed") {
      const text = writing === "" ? formatWait(state, name, nowMs) : formatWriting(state, name);
      return head + formatTurns(trail, text, room, style);
    }
    // The first member with this error shows it in full.
    const like = panel[errors.indexOf(errors[member])]?.name ?? name;
    const words = like === name ? (errors[member] ?? "failed") : `failed like ${like}`;
    return head + style.red(fit(toOneLine(words), room));
  });
  const helping = `${helper}: ${toOneLine(state.textEnd(helper ?? "") ?? "") || formatWait(state, helper ?? "", nowMs)}`;
  return [
    style.bold(fit(formatTitle(record), columns)),
    style.dim(fit(formatStatus(state, elapsedMs), columns)),
    ...rows,
    ...(settledAnswer === null ? [] : [fit(`settled: ${clipLine(settledAnswer, 200)}`, columns)]),
    ...(helper === null ? [] : [`${spinner} ${style.dim(fit(helping, columns - 2))}`]),
  ];
}

/** The question, or what is reviewed: a review's question is the same long task every time. */
function formatTitle(record: DebateRecord): string {
  const reviewed = describeReviewed(record)?.replace(/^review/, "Review");
  return reviewed ?? toOneLine(record.result.question);
}

/** End of what a member is writing. Reports and votes of a review are JSON, of which only the length says something. */
function formatWriting(state: PanelState, name: string): string | null {
  const writing = state.textEnd(name);
  if (writing === null || !isReview(state.record)) return writing;
  return `writing, ${(state.writtenLength(name) / 1000).toFixed(1)} kB`;
}

function isReview({ started }: Pick<DebateRecord, "started">): boolean {
  return started?.rules.answer === "findings";
}

/** Shorter waits are not mentioned. */
const SHORT_WAIT_MS = 5000;

/** Shows that a model is working although it hasn't written anything yet. */
function formatWait(state: PanelState, name: string, nowMs: number): string {
  const waitedMs = state.waitedMs(name, nowMs);
  return waitedMs < SHORT_WAIT_MS ? "…" : `thinking, ${formatWaited(waitedMs)}`;
}

/** Formats whole seconds, so that it doesn't flicker. */
export function formatWaited(ms: number): string {
  return ms < 60_000 ? `${Math.floor(ms / 1000)} s` : formatDuration(ms);
}

const MARKS: Record<Position["status"], string> = {
  spoke: "✓",
  kept: "=",
  failed: "✗",
  unread: "?",
  not_asked: "·",
  cancelled: "-",
};

/** A member's answer in one round, with the number of that answer. */
interface Turn extends Pick<Position, "status" | "answer" | "label" | "error" | "errorCode"> {
  number: number | null;
}

/** Turns of a member so far. The current round is missing while the member is still working. */
function listTurns(state: PanelState, member: number): Turn[] {
  const { rounds } = state.record.result;
  const numbers = numberAnswers(rounds);
  return rounds.flatMap(({ positions, index }, round) => {
    const position = positions[member];
    if (position === undefined || position.status === "not_asked") return [];
    if (!isReview(state.record)) return [{ ...position, number: numbers[round]?.[member] ?? null }];
    // The answer is a list of all findings or votes, whose first one would pass for all.
    const response = state.findResponse(position.debater, index);
    const answer = response === null ? null : describeReviewReply(response);
    // A member that reported every finding has nothing to vote on. That isn't an answer kept from before.
    const status = position.status === "kept" ? "spoke" : position.status;
    return [{ ...position, status, answer, number: null }];
  });
}

/** "first answers", "round 2 of 2", or the part of a review. */
function describeRound(index: number, started: DebateRecord["started"]): string {
  if (isReview({ started })) return index === 0 ? "reviewing" : "checking";
  const last = (started?.rounds ?? 0) + 1;
  return index === 0 || last < index + 1 ? nameRound(index) : `${nameRound(index)} of ${last}`;
}

function formatStatus(state: PanelState, elapsedMs: number): string {
  const { record, reviewedParts } = state;
  const { result, atLeastUsd, started } = record;
  const last = result.rounds.at(-1);
  const comparedRounds = result.rounds.slice(
    0,
    1 +
      result.rounds.findLastIndex(({ positions }) =>
        positions.some(({ cluster }) => cluster !== null),
      ),
  );
  const running = state.listWorking(0).length;
  const parts = [
    last === undefined ? "starting" : describeRound(last.index, started),
    ...(last === undefined || running > 0 || record.status !== "running"
      ? []
      : [describeBetween(comparedRounds.length < result.rounds.length, record)]),
    ...(reviewedParts === null
      ? []
      : [`${reviewedParts.done} of ${reviewedParts.of} parts reviewed`]),
    ...(comparedRounds.length === 0 ? [] : [describeAgreement(comparedRounds)]),
    formatCost(result.costUsd, atLeastUsd, "cost unknown"),
    formatCalls(result.usage.calls, running),
    formatDuration(elapsedMs),
  ];
  return parts.join(" · ");
}

/** Work in progress while no member is called. */
function describeBetween(isComparing: boolean, record: Pick<DebateRecord, "started">): string {
  if (!isComparing) return "deciding";
  return isReview(record) ? "merging the findings" : "comparing the answers";
}

/** "3 calls under way", "1 call, 2 under way", "3 calls". */
function formatCalls(finished: number, running: number): string {
  if (running === 0) return formatCount(finished, "call");
  if (finished === 0) return `${formatCount(running, "call")} under way`;
  return `${formatCount(finished, "call")}, ${running} under way`;
}

const ARROW = " → ";

/** Formats a member's answers from first to latest. The end of unfinished text gets half of the width. */
function formatTurns(
  trail: readonly Turn[],
  writing: string | null,
  columns: number,
  style: Style,
): string {
  // Only changed answers are shown, to save space.
  const parts = trail
    .filter(({ number }, at) => number === null || number !== trail[at - 1]?.number)
    .flatMap((turn) => makePart(turn, style));
  if (writing === null) return joinParts(parts, columns, style);
  const arrow = parts.length > 0 ? ARROW : "";
  const half = Math.max(8, Math.floor(columns / 2)) - arrow.length;
  const current = fit(arrow + (fitEnd(toOneLine(writing), half) || "…"), columns);
  return joinParts(parts, columns - measureColumns(current), style) + style.dim(current);
}

interface Part {
  plain: string;
  paint(text: string): string;
}

function makePart({ answer, label, status, number }: Turn, style: Style): Part[] {
  if (status === "unread" || status === "failed") return [{ plain: status, paint: style.red }];
  if (answer === null) return [];
  // Arrows separate answers, so none may be inside of one.
  const plain = shortenAnswer(answer, { label: label ?? null }).replaceAll("→", "›");
  if (number === null) return [{ plain, paint: (text) => text }];
  const paint = (text: string): string => style.answer(number, text);
  return [{ plain: `#${formatAnswerNumber(number)} ${plain}`, paint }];
}

/** Joins answers in order. If the line is too long, the oldest are dropped first. */
function joinParts(parts: readonly Part[], room: number, style: Style): string {
  for (let start = 0; start < parts.length; start++) {
    const visibleParts = parts.slice(start);
    const lead = start === 0 ? "" : `…${ARROW}`;
    const length = measureColumns(lead + visibleParts.map(({ plain }) => plain).join(ARROW));
    if (length <= room)
      return (
        style.dim(lead) + visibleParts.map((part) => part.paint(part.plain)).join(style.dim(ARROW))
      );
  }
  const last = parts.at(-1);
  return last ? last.paint(fit(last.plain, room)) : "";
}
