import { describe, expect, test } from "vitest";
import type { DebateEvent, StoredEvent } from "@rostrum/core/protocol";
import { formatLiveKey } from "@rostrum/core/record";
import { createFeed, type DebateSnapshot } from "./feed.ts";
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

function feeding(): { feed: ReturnType<typeof createFeed>; last(): DebateSnapshot | undefined } {
  let last: DebateSnapshot | undefined;
  const feed = createFeed((snapshot) => (last = snapshot));
  return { feed, last: () => last };
}

describe("a feed", () => {
  test("joins the pieces of a text, and folds the events before it", () => {
    const { feed, last } = feeding();
    feed.push([delta("too early to be shown")]);
    expect(last()).toBeUndefined();
    feed.restart();
    feed.push([started("q")]);
    feed.push([opened]);
    const before = last();
    for (const letter of "hello") feed.push([delta(letter)]);
    expect(last()?.live.get(formatLiveKey(0, "a"))?.text).toBe("hello");
    expect(last()?.record.result.question).toBe("q");
    // Views compare records by identity: text in flight changes none.
    expect(last()?.record).toBe(before?.record);
    expect(before?.live.size).toBe(0);
  });

  test("an event that comes again replaces it and all after it", () => {
    const { feed, last } = feeding();
    feed.push([started("first")]);
    feed.push([opened]);
    feed.push([started("again")]);
    expect(last()?.events).toHaveLength(1);
    expect(last()?.record.result.question).toBe("again");
  });

  test("after a cut, texts in flight are told anew", () => {
    const { feed, last } = feeding();
    feed.push([started("q")]);
    feed.push([delta("hel")]);
    feed.restart();
    feed.push([delta("hello")]);
    expect(last()?.live.get(formatLiveKey(0, "a"))?.text).toBe("hello");
  });
});

test("of a reply in JSON, the reasoning is read while it is written", () => {
  expect(readLiveText('{"reasoning": "Two and\\ntwo mak')).toBe("Two and\ntwo mak");
  expect(readLiveText('```json\n{"reasoning": "a \\"b\\" \\u00e')).toBe('a "b" ');
  expect(readLiveText("Plain words {")).toBe("Plain words {");
});
