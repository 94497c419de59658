import { expect, test } from "vitest";
import { describeSeverity } from "../describe-severity.ts";
import { fold } from "../recorder.ts";
import { loadRecorded, RECORDED, type RecordedName } from "./index.ts";
import { packEvents, unpackEvents } from "./pack-events.ts";
import { playRecorded } from "./play-recorded.ts";
import type { DebateEvent } from "../../protocol/events.ts";

const NAMES = Object.keys(RECORDED) as RecordedName[];

test.each(NAMES)("%s is a finished debate about its question", async (name) => {
  const events = await loadRecorded(name);
  const { status, result } = fold(events);
  expect(status).toBe("completed");
  expect(result.question).toBe(RECORDED[name].question);
  expect(result.integrity).toMatchObject({ degraded: false, unverifiedQuotes: 0 });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
  expect(events.at(-1)?.at).toBeLessThanOrEqual(result.durationMs);
});

test("they show a crux with a memo, checked findings, and a change of mind", async () => {
  const [decision, review, change] = await Promise.all(
    NAMES.map(async (name) => fold(await loadRecorded(name)).result),
  );
  expect(decision?.cruxes).toHaveLength(1);
  expect(decision?.memo?.dissent).not.toEqual([]);
  expect(review?.findings).toHaveLength(11);
  expect(review?.findings?.map(describeSeverity)).toContain("critical");
  expect(change?.whatIf.changed).toHaveLength(1);
});

test("packed events are the same again, in fewer bytes", async () => {
  const events = await loadRecorded("decision");
  const packed = packEvents(events);
  expect(unpackEvents(packed)).toEqual(events);
  expect(JSON.stringify(packed).length).toBeLessThan(0.7 * JSON.stringify(events).length);
});

test("a debate is played in its own time, and each text has grown before it is reported", async () => {
  const events = await loadRecorded("decision");
  let waited = 0;
  const texts = new Map<string, string>();
  const stored: DebateEvent[] = [];
  for await (const event of playRecorded(events, {
    speed: 10,
    async wait(ms) {
      waited += ms;
      return true;
    },
  })) {
    if (event.type === "debate.delta") {
      const key = `${event.round} ${event.source}`;
      texts.set(key, (texts.get(key) ?? "") + event.text);
      continue;
    }
    stored.push(event);
    if (event.type === "debate.response")
      expect(texts.get(`${event.round} ${event.debater}`)?.trim()).toBe(event.text.trim());
  }
  expect(stored).toEqual(events);
  expect(waited).toBeCloseTo((events.at(-1)?.at ?? 0) / 10, 6);
});

test("it ends when nobody watches any more", async () => {
  const seen: string[] = [];
  const events = await loadRecorded("change");
  for await (const { type } of playRecorded(events, { wait: async () => seen.length < 3 }))
    seen.push(type);
  expect(seen.length).toBeLessThan(5);
});
