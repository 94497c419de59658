import type { DebateEvent } from "@rostrum/core/protocol";
import { formatEvent } from "./event-line.ts";
import { Screen, type ScreenStream } from "../terminal/screen.ts";
import type { Style } from "../terminal/style.ts";
import { formatFrame } from "./frame.ts";
import { PanelState } from "./panel-state.ts";
import type { Output } from "../terminal/output.ts";

/** Something that shows a debate as it goes. */
export interface ProgressView {
  event(event: DebateEvent): void;
  /** Prints a line that is not about the debate itself. */
  note(line: string): void;
  /** Ends the view. Safe to call twice. */
  close(): void;
}

const ignore = (): void => undefined;
const NO_VIEW: ProgressView = { event: ignore, note: ignore, close: ignore };

/** One line per event, for logs, pipes and terminals without cursor movement. */
export function createPlainView(print: (line: string) => void): ProgressView {
  const errors = new Map<string, string>();
  return {
    event(event) {
      const line = formatEvent(event, errors);
      if (line !== null) print(line);
    },
    note: print,
    close: () => undefined,
  };
}

export interface LiveStream extends ScreenStream {
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

const FRAME_MS = 80;

/** Draws the panel as it works, at most a few times per second, however fast the events come. */
export function createLiveView(stream: LiveStream, style: Style): ProgressView {
  const state = new PanelState();
  const screen = new Screen(stream);
  const begun = performance.now();
  let tick = 0;
  let closed = false;

  function draw(): void {
    if (closed) return;
    const elapsedMs = performance.now() - begun;
    screen.draw(
      formatFrame(state, { columns: stream.columns || 80, style, elapsedMs, tick: tick++ }),
    );
  }

  function note(line: string): void {
    if (closed) return;
    screen.clear();
    stream.write(`${line}\n`);
    draw();
  }

  const timer = setInterval(draw, FRAME_MS);
  timer.unref();
  stream.on("resize", draw);

  return {
    event(event: DebateEvent) {
      state.apply(event);
      if (event.type === "debate.budget_warning" || event.type === "debate.budget_exceeded") {
        note(style.yellow(formatEvent(event) ?? ""));
      }
      // A resumed run replays what is known at once, so one redraw at the end is enough.
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

/** The flags that choose how progress is shown. */
export interface ViewFlags {
  events?: boolean;
  plain?: boolean;
  quiet?: boolean;
}

/** How progress is shown on stderr: drawn in a terminal, as lines elsewhere. */
export function createProgressView(
  { quiet, plain, events }: ViewFlags,
  { say, style, io }: Output,
): ProgressView {
  const { stderr, stdout } = io;
  // Events and the live view would overwrite each other in one terminal.
  if (quiet || (events && stdout.isTTY)) return NO_VIEW;
  const drawn = stderr.isTTY === true && process.env["TERM"] !== "dumb" && plain !== true;
  return drawn ? createLiveView(stderr, style) : createPlainView((line) => say(style.dim(line)));
}
