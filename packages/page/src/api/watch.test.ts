import type { DebateEvent } from "rostrum";
import { expect, test } from "vitest";
import { watchDebate, type Watcher } from "./watch.ts";

const stored = (seq: number, type = "debate.response"): DebateEvent =>
  ({ type, seq }) as DebateEvent;
const delta = (text: string): DebateEvent => ({ type: "debate.delta", text }) as DebateEvent;

/** A stream that arrives in chunks, each with some events, and is cut after them. */
function stream(count: number, chunks: readonly DebateEvent[][]): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const events of chunks) {
        const frames = events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
        controller.enqueue(encoder.encode(`: a chunk\n\n${frames.join("")}`));
      }
      controller.close();
    },
  });
  const headers = { "content-type": "text/event-stream", "x-event-count": String(count) };
  return new Response(body, { headers });
}

test("the past is told as a whole, and after a cut what is new is told at once", async () => {
  const requests: number[] = [];
  const responses = [
    stream(3, [[stored(0)], [stored(1)], [stored(2), delta("a")], [delta("b")], [stored(3)]]),
    // Nothing was stored since, and a text is in flight.
    stream(4, [[delta("ab")], [delta("c")]]),
    stream(6, [[stored(4)], [stored(5, "debate.completed")]]),
  ];
  const open = async (_id: string, lastSeen: number): Promise<Response> => {
    requests.push(lastSeen);
    return responses.shift() as Response;
  };
  const told: (readonly DebateEvent[])[] = [];
  const ignore = (): void => undefined;
  const watcher: Watcher = {
    onOpen: ignore,
    onEvents: (events) => told.push(events),
    onQueued: ignore,
    onBuffered: ignore,
    onDisconnect: ignore,
    onRefused: ignore,
  };
  await watchDebate("d", watcher, new AbortController().signal, open);
  expect(requests).toEqual([-1, 3, 3]);
  expect(told).toEqual([
    [stored(0), stored(1), stored(2), delta("a")],
    [delta("b")],
    [stored(3)],
    [delta("ab")],
    [delta("c")],
    [stored(4), stored(5, "debate.completed")],
  ]);
});
