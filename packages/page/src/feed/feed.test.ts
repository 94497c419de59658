import { describe, expect, test } from "vitest";
import type { DebateEvent, StoredEvent } from "@rostrum/core/protocol";
import { formatLiveKey } from "@rostrum/core/record";
import { createFeed, type Moment } from "./feed.ts";
import { readLiveText } from "./read-live-text.ts";

const started = (question: string): StoredEvent =>
  ({
    type: "debate.started",
    seq: 0,
    question,
    panel: [{ name: "a", model: "m", weight: 1 }],
    rounds: 1,
    rules: { answer: "auto" },
  }) as StoredEvent;
const opened: StoredEvent = {
  type: "debate.round_started",
  debateId: "d",
  at: 1,
  seq: 1,
  round: 0,
  asked: ["a"],
};
const delta = (text: string): DebateEvent => ({
  type: "debate.delta",
  debateId: "d",
  at: 2,
  round: 0,
  source: "a",
  text,
});

function feeding(): { feed: ReturnType<typeof createFeed>; moments: Moment[]; frame(): void } {
  const moments: Moment[] = [];
  const tasks: (() => void)[] = [];
  const feed = createFeed(
    (moment) => moments.push(moment),
    (task) => tasks.push(task),
  );
  return { feed, moments, frame: () => tasks.splice(0).forEach((task) => task()) };
}

describe("a feed", () => {
  test("tells once a frame, however much came", () => {
    const { feed, moments, frame } = feeding();
    feed.push(started("q"));
    feed.push(opened);
    for (const letter of "hello") feed.push(delta(letter));
    expect(moments).toHaveLength(0);
    frame();
    expect(moments).toHaveLength(1);
    expect(moments[0]?.live.get(formatLiveKey(0, "a"))?.text).toBe("hello");
    expect(moments[0]?.record.result.question).toBe("q");
  });

  test("an event that comes again replaces it and all after it", () => {
    const { feed, moments, frame } = feeding();
    feed.push(started("first"));
    feed.push(opened);
    feed.push(started("again"));
    frame();
    expect(moments[0]?.events).toHaveLength(1);
    expect(moments[0]?.record.result.question).toBe("again");
  });

  test("after a cut, texts in flight are told anew", () => {
    const { feed, moments, frame } = feeding();
    feed.push(started("q"));
    feed.push(delta("hel"));
    feed.restart();
    feed.push(delta("hello"));
    frame();
    expect(moments[0]?.live.get(formatLiveKey(0, "a"))?.text).toBe("hello");
  });
});

test("of a reply in JSON, the reasoning is read while it is written", () => {
  expect(readLiveText('{"reasoning": "Two and\\ntwo mak')).toBe("Two and\ntwo mak");
  expect(readLiveText('```json\n{"reasoning": "a \\"b\\" \\u00e')).toBe('a "b" ');
  expect(readLiveText("Plain words {")).toBe("Plain words {");
});
