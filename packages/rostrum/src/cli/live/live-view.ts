import type { DebateEvent } from "../../protocol/events.ts";
import { createScreen, type ScreenStream } from "../terminal/screen.ts";
import type { Style } from "../terminal/style.ts";
import { eventLine } from "./event-line.ts";
import { frame } from "./frame.ts";
import { createPanelState } from "./panel-state.ts";
import type { View } from "./view.ts";

export interface LiveStream extends ScreenStream {
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
}

const FRAME_MS = 80;

/** Draws the panel as it works, at most a few times per second, however fast the events come. */
export function liveView(stream: LiveStream, style: Style): View {
  const state = createPanelState();
  const screen = createScreen(stream);
  const begun = performance.now();
  let tick = 0;
  let closed = false;

  function draw(): void {
    if (closed) return;
    const elapsedMs = performance.now() - begun;
    screen.draw(frame(state, { columns: stream.columns || 80, style, elapsedMs, tick: tick++ }));
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
        note(style.yellow(eventLine(event) ?? ""));
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
