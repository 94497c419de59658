import { expect, test, vi } from "vitest";
import { Debate } from "@rostrum/runtime/api";
import type { DebateEvent, ModelFunction } from "@rostrum/core/protocol";
import { createStyle } from "../terminal/style.ts";
import { measureColumns } from "../terminal/width.ts";
import { formatFrame } from "./frame.ts";
import { PanelState } from "./panel-state.ts";
import { createPlainView } from "./view.ts";

const long = "because 日本 ".repeat(30);
async function events(): Promise<DebateEvent[]> {
  const { stream } = {
    stream: new Debate({
      debaters: [
        {
          name: "Ann",
          model: ({ round, onText }) => {
            onText?.(long);
            return `${long}\nAnswer: ${round === 0 ? "Lyon" : "Paris"}\nConfidence: 0.9`;
          },
        },
        {
          name: "a rather long name for anybody",
          model: () => "Answer: Paris \u001b[31m → B forged",
        },
        { name: "bad", model: () => Promise.reject(new Error("on fire \u001b[2J")) },
      ],
      rounds: 1,
      answer: "exact",
      limits: { retries: 0 },
    }).stream("Where? \u001b]0;title\u0007"),
  };
  const all: DebateEvent[] = [];
  for await (const event of stream) all.push(event);
  return all;
}

test.each([20, 40, 80, 200])("at %i columns every line fits, at every moment", async (columns) => {
  const state = new PanelState();
  for (const event of await events()) {
    state.apply(event, 0);
    const lines = formatFrame(state, {
      columns,
      style: createStyle(true),
      elapsedMs: 1234,
      tick: 3,
      nowMs: 60_000,
    });
    for (const line of lines) expect(measureColumns(line)).toBeLessThan(columns);
  }
});

test("the last frame has one row per debater, with numbered answers, and no control characters from models", async () => {
  const state = new PanelState();
  for (const event of await events()) state.apply(event, 0);
  const lines = formatFrame(state, {
    columns: 100,
    style: createStyle(false),
    elapsedMs: 1234,
    tick: 0,
    nowMs: 0,
  });
  expect(lines[0]).toBe("Where? \\x1b]0;title\\x07");
  expect(lines[1]).toContain("round 2 of 2");
  expect(lines[2]).toMatch(/^✓ Ann +#1 Lyon → #3 Paris$/);
  expect(lines[3]).toContain("#2 Paris › B forged");
  expect(lines[4]).toMatch(/^✗ bad .*on fire \\x1b\[2J/);
  expect(lines.join("")).not.toContain("\u001b");
});

const report = (...findings: object[]): string => JSON.stringify({ findings });
const REPORTED = { claim: "The loop runs too far.", severity: "high", quote: "i <= n" };
const OTHER = { claim: "The sum is unused.", severity: "low", quote: "sum" };

test("a review shows counts of findings and votes, the size of a reply, and the calls under way", async () => {
  const state = new PanelState();
  const member =
    (...findings: object[]): ModelFunction =>
    ({ round, items = [], onText }) => {
      const votes = items.map((_, at) => ({ item: at + 1, vote: "uphold", reason: "It does." }));
      const text = round === 0 ? report(...findings) : JSON.stringify({ votes });
      onText?.(text);
      return text;
    };
  const { stream } = {
    stream: new Debate({
      debaters: [
        { name: "Ann", model: member(REPORTED, OTHER) },
        { name: "Bob", model: member(REPORTED) },
      ],
      answer: "findings",
      compare: "rules",
    }).stream({ text: "Review it.", context: [{ document: "a.ts", text: "sum; i <= n" }] }),
  };
  const frames: string[] = [];
  for await (const event of stream) {
    state.apply(event, 0);
    const style = createStyle(false);
    const lines = formatFrame(state, { columns: 100, style, elapsedMs: 1, tick: 0, nowMs: 0 });
    frames.push(lines.join("\n"));
  }
  const all = frames.join("\n");
  expect(all).not.toContain("claim");
  expect(all).toMatch(/Ann +writing, 0\.1 kB/);
  expect(all).toContain("reviewing · $0 · 2 calls under way");
  expect(all).toContain("1 call, 1 under way");
  expect(all).toMatch(/reviewing · merging the findings · .* · 2 calls · /);
  expect(frames.at(-1)).toMatch(/✓ Ann +reports 2 findings: 1 high, 1 low/);
  expect(frames.at(-1)).toMatch(/✓ Bob +reports 1 finding: 1 high → votes: 1 uphold/);
  expect(frames.at(-1)).toMatch(/checking .* · 3 calls · /);
});

test("the same error is written out in one row, and named in the others", async () => {
  const state = new PanelState();
  const fails = (words: string) => () => Promise.reject(new Error(words));
  const { stream } = {
    stream: new Debate({
      debaters: [
        { name: "Ann", model: fails("no such key") },
        { name: "Bob", model: fails("on fire") },
        { name: "Cleo", model: fails("no such key") },
      ],
      limits: { retries: 0 },
    }).stream("Where?"),
  };
  stream.result.catch(() => undefined);
  try {
    for await (const event of stream) state.apply(event, 0);
  } catch {
    // Nobody replied.
  }
  const lines = formatFrame(state, {
    columns: 100,
    style: createStyle(false),
    elapsedMs: 1,
    tick: 0,
    nowMs: 0,
  });
  expect(lines.slice(2).map((line) => line.replace(/ +/g, " "))).toEqual([
    expect.stringContaining("✗ Ann no such key"),
    expect.stringContaining("✗ Bob on fire"),
    "✗ Cleo failed like Ann",
  ]);
});

test("whoever has written nothing for a while is shown to be thinking, with the time", async () => {
  const state = new PanelState();
  const asked = (await events()).findIndex(({ type }) => type === "debate.round_started");
  for (const event of (await events()).slice(0, asked + 1)) state.apply(event, 1000);
  const rows = (nowMs: number): string[] =>
    formatFrame(state, { columns: 80, style: createStyle(false), elapsedMs: 0, tick: 0, nowMs });
  expect(rows(2000).join("\n")).not.toContain("thinking");
  expect(rows(43_500)[2]).toMatch(/^⠋ Ann .*thinking, 42 s$/);
  expect(rows(126_000)[4]).toMatch(/^⠋ bad .*thinking, 2 min 5 s$/);
});

test("plain lines say now and then who is still working", async () => {
  const all = await events();
  vi.useFakeTimers();
  try {
    const lines: string[] = [];
    const view = createPlainView((line) => lines.push(line));
    const until = all.findIndex(({ type }) => type === "debate.response");
    for (const event of all.slice(0, until + 1)) view.event(event);
    const said = lines.length;
    vi.advanceTimersByTime(60_000);
    view.close();
    vi.advanceTimersByTime(60_000);
    const waiting = lines.slice(said);
    expect(waiting).toHaveLength(2);
    expect(waiting[0]).toMatch(/^still waiting for .+ and .+: 30 s$/);
    expect(waiting[1]).toMatch(/: 1 min 0 s$/);
  } finally {
    vi.useRealTimers();
  }
});

test("plain lines tell the same without drawing", async () => {
  const lines: string[] = [];
  const view = createPlainView((line) => lines.push(line));
  for (const event of await events()) view.event(event);
  expect(lines).toContain("first answers: Ann says Lyon");
  expect(lines.some((line) => line.startsWith("first answers: bad failed: on fire \\x1b[2J"))).toBe(
    true,
  );
  expect(lines.join("")).not.toContain("\u001b");
});
