import { expect, test } from "vitest";
import type { DeltaEvent, StoredEvent } from "@rostrum/core/protocol";
import type { LiveListener } from "../debates/live-debate.ts";
import { createAnswerStream } from "./answer-stream.ts";
import type { AskedDebate } from "./chat-debate.ts";

const encode = (text: string): Uint8Array[] => [new TextEncoder().encode(text)];

function createStream(debate: object): ReadableStreamDefaultReader<Uint8Array> {
  const chat = {
    debate: Object.assign(debate, { inFlight: () => [] }),
    state: { paused: () => false },
    keepAliveMs: 60_000,
    leave: () => undefined,
    settle: () => undefined,
  } as unknown as AskedDebate;
  const stream = createAnswerStream(chat, {
    opening: encode("opening\n"),
    encodeTurns: encode,
    lastFrames: async () => encode("ending"),
    waiting: () => [],
  });
  return stream.getReader();
}

test("pieces of text come after the events before them, also if those were not announced yet", async () => {
  const events: StoredEvent[] = [];
  let listener: LiveListener | undefined;
  const debate = {
    events,
    over: false,
    listen(newListener: LiveListener) {
      listener = newListener;
      return () => undefined;
    },
  };
  const reader = createStream(debate);
  await reader.read();
  events.push({ type: "debate.response", round: 0, debater: "ada", text: "one" } as StoredEvent);
  listener?.deltas?.([
    { type: "debate.delta", round: 0, source: "bob", text: "two" } as DeltaEvent,
  ]);
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(
    "[ada, first answers]\n> one\n\n[bob, first answers]\n> two",
  );
  await reader.cancel();
});

test("the last turns come before the ending, also if the debate is over before they are announced", async () => {
  const events: StoredEvent[] = [];
  const debate = { events, over: false, listen: () => () => undefined };
  const reader = createStream(debate);
  await reader.read();
  events.push({ type: "debate.response", round: 0, debater: "ada", text: "one" } as StoredEvent);
  debate.over = true;
  const readText = async (): Promise<string> =>
    new TextDecoder().decode((await reader.read()).value);
  expect(await readText()).toBe("[ada, first answers]\n> one\n\n");
  expect(await readText()).toBe("ending");
});
