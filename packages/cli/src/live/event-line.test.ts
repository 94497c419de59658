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

test("a comparison is told with the positions that members hold, not with those that they gave up", async () => {
  const answers =
    (...list: string[]): ModelFunction =>
    ({ round }) =>
      `Answer: ${list[round] ?? list.at(-1)}`;
  const lines: string[] = [];
  const view = createPlainView((line) => lines.push(line));
  await new Debate({
    debaters: [
      answers("Move the sessions to Redis", "Leave the sessions where they are"),
      answers("Keep them in Postgres for now", "Keep using Postgres for the sessions"),
    ],
    answer: "text",
    compare: ({ items = [] }) => {
      const isMove = (item: string): boolean => item.includes("Redis");
      const numbers = Map.groupBy(items.keys(), (place) => isMove(items[place] ?? ""));
      const groups = [...numbers.values()].map((list) => ({ items: list.map((at) => at + 1) }));
      return JSON.stringify({ groups });
    },
    rounds: 1,
  }).run("Redis?", { onEvent: (event) => view.event(event) });
  view.close();
  expect(lines.filter((line) => /compared|agree|differ/.test(line))).toEqual([
    "first answers: compared: 2 different positions",
    "first answers: all answers differ",
    "round 2: compared: the same position",
    "round 2: both agree",
  ]);
});
