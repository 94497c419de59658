import { expect, test } from "vitest";
import { Debate } from "@rostrum/runtime/api";
import type { DebateEvent, ModelFunction } from "@rostrum/core/protocol";
import { createStyle } from "../terminal/style.ts";
import { formatFrame } from "./frame.ts";
import { PanelState } from "./panel-state.ts";
import { createPlainView } from "./view.ts";

test("calls that were cut off by a stop aren't called failures", async () => {
  const stop = new AbortController();
  const stuck: ModelFunction = async ({ signal }) => {
    stop.abort();
    signal.throwIfAborted();
    return "Answer: 4";
  };
  const events: DebateEvent[] = [];
  const run = new Debate({ debaters: [stuck, stuck], limits: { retries: 0 } }).run("2 + 2?", {
    signal: stop.signal,
    onEvent: (event) => void events.push(event),
  });
  await expect(run).rejects.toThrow();
  expect(events.map(({ type }) => type)).toContain("debate.debater_failed");
  const lines: string[] = [];
  const view = createPlainView((line) => lines.push(line));
  for (const event of events) view.event(event);
  view.close();
  expect(lines).toContain("first answers: asking debater_0, debater_1");
  expect(lines.join("\n")).not.toMatch(/failed|cut off/);
  const state = new PanelState();
  for (const event of events) state.apply(event, 0);
  const style = createStyle(false);
  const frame = formatFrame(state, { columns: 80, style, elapsedMs: 1, tick: 0, nowMs: 0 });
  expect(frame.slice(2)).toEqual(["· debater_0  stopped", "· debater_1  stopped"]);
});
