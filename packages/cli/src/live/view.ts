import type { DebateEvent } from "@rostrum/core/protocol";
import { joinWords, toOneLine } from "@rostrum/core/support";
import { formatEvent, newLineState } from "./event-line.ts";
import { Screen, type ScreenStream } from "../terminal/screen.ts";
import type { Style } from "../terminal/style.ts";
import { formatFrame, formatWaited } from "./frame.ts";
import { PanelState } from "./panel-state.ts";
import type { Output } from "../terminal/output.ts";

/** Shows a debate while it runs. */
export interface ProgressView {
  event(event: DebateEvent): void;
  /** Prints a line that isn't an event. */
  note(line: string): void;
  /** May be called twice. */
  close(): void;
}

const ignore = (): void => undefined;
const NO_VIEW: ProgressView = { event: ignore, note: ignore, close: ignore };

/** Silence after which a line says who is still working. */
const SILENCE_MS = 30_000;

/**
 * Prints a line per event, for logs, pipes and terminals without cursor movement. After a long silence, says who is
 * still working.
 */
export function createPlainView(print: (line: string) => void): ProgressView {
  const lineState = newLineState(Date.now());
  const state = new PanelState();
  const sayWhoWorks = (): void => {
    const working = state.listWorking(performance.now());
    if (working.length > 0) print(formatWaiting(working));
  };
  let timer = setInterval(sayWhoWorks, SILENCE_MS).unref();
  return {
    event(event) {
      state.apply(event, performance.now());
      const line = formatEvent(event, lineState, state.record.result.rounds);
      if (line === null) return;
      print(line);
      clearInterval(timer);
      timer = setInterval(sayWhoWorks, SILENCE_MS).unref();
    },
    note: print,
    close: () => clearInterval(timer),
  };
}

/** "still waiting for ada and boole: 1 min 30 s". */
function formatWaiting(working: readonly { name: string; waitedMs: number }[]): string {
  const names = joinWords(working.map(({ name }) => toOneLine(name)));
  const longestMs = Math.max(...working.map(({ waitedMs }) => waitedMs));
  return `still waiting for ${names}: ${formatWaited(longestMs)}`;
}

export interface LiveStream extends ScreenStream {
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

const FRAME_MS = 80;

/** Redraws the panel at a fixed rate, however fast events arrive. */
function createLiveView(stream: LiveStream, style: Style): ProgressView {
  const state = new PanelState();
  const screen = new Screen(stream);
  const startMs = performance.now();
  let tick = 0;
  let closed = false;

  function draw(): void {
    if (closed) return;
    const nowMs = performance.now();
    const columns = stream.columns || 80;
    screen.draw(
      formatFrame(state, { columns, style, elapsedMs: nowMs - startMs, tick: tick++, nowMs }),
    );
  }

  function note(line: string): void {
    if (closed) return;
    screen.clear();
    stream.write(`${line}\n`);
    draw();
  }

  const lineState = newLineState(Date.now());
  const timer = setInterval(draw, FRAME_MS);
  timer.unref();
  stream.on("resize", draw);

  return {
    event(event: DebateEvent) {
      state.apply(event, performance.now());
      const line =
        event.type === "debate.delta"
          ? null
          : formatEvent(event, lineState, state.record.result.rounds);
      const isBudget =
        event.type === "debate.budget_warning" || event.type === "debate.budget_exceeded";
      if (isBudget && line !== null) note(style.yellow(line));
      // A resumed run replays its events at once, so one redraw at the end is enough.
      if (event.type === "debate.completed" || event.type === "debate.failed") draw();
    },
    note,
    close() {
      if (closed) return;
      draw();
      closed = true;
      clearInterval(timer);
      stream.off("resize", draw);
      screen.close();
    },
  };
}

/** Flags that choose how progress is shown. */
export interface ViewFlags {
  events?: boolean;
  plain?: boolean;
  quiet?: boolean;
}

/** Chooses how progress is shown on stderr: redrawn in a terminal, as lines elsewhere. */
export function createProgressView(
  { quiet, plain, events }: ViewFlags,
  { say, style, io }: Output,
): ProgressView {
  const { stderr, stdout } = io;
  // Events and the live view would overwrite each other in one terminal.
  if (quiet || (events && stdout.isTTY)) return NO_VIEW;
  const canRedraw = stderr.isTTY === true && process.env["TERM"] !== "dumb" && plain !== true;
  return canRedraw
    ? createLiveView(stderr, style)
    : createPlainView((line) => say(style.dim(line)));
}
