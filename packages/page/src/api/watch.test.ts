import type { DebateEvent } from "rostrum";
import { expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "./api-error.ts";
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

/** Notes what a watcher is told, except for events. */
function noting(calls: string[]): Watcher {
  return {
    onOpen: () => calls.push("open"),
    onEvents: () => undefined,
    onQueued: (position) => calls.push(`queued ${position}`),
    onBuffered: () => calls.push("buffered"),
    onDisconnect: () => calls.push("disconnect"),
    onRefused: ({ status }) => calls.push(`refused ${status}`),
  };
}

function useFakeTime(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
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
  const calls: string[] = [];
  const watcher: Watcher = { ...noting(calls), onEvents: (events) => told.push(events) };
  await watchDebate("d", watcher, new AbortController().signal, open);
  expect(requests).toEqual([-1, 3, 3]);
  expect(calls).toEqual(["open", "disconnect", "open", "disconnect", "open"]);
  expect(told).toEqual([
    [stored(0), stored(1), stored(2), delta("a")],
    [delta("b")],
    [stored(3)],
    [delta("ab")],
    [delta("c")],
    [stored(4), stored(5, "debate.completed")],
  ]);
});

test("reconnects after pauses that double up to ten seconds, and start over after an event", async () => {
  useFakeTime();
  const startedAt = Date.now();
  const ending = new AbortController();
  const seconds: number[] = [];
  const calls: string[] = [];
  const open = async (): Promise<Response> => {
    seconds.push((Date.now() - startedAt) / 1000);
    if (seconds.length === 8) return stream(0, [[stored(0)]]);
    if (seconds.length % 2 === 0) throw new ApiError(503, "busy", "no");
    throw new TypeError("no connection");
  };
  const watching = watchDebate("d", noting(calls), ending.signal, open);
  await vi.advanceTimersByTimeAsync(36_500);
  ending.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  await watching;
  expect(seconds).toEqual([0, 0.5, 1.5, 3.5, 7.5, 15.5, 25.5, 35.5, 36]);
  const failures = Array<string>(7).fill("disconnect");
  expect(calls).toEqual([...failures, "open", "disconnect", "disconnect"]);
});

test("stops when the server refuses, but not when it asks to wait", async () => {
  useFakeTime();
  const answers = [
    new ApiError(429, "rate_limited", "wait"),
    new ApiError(404, "not_found", "there is none"),
  ];
  const calls: string[] = [];
  const open = (): Promise<Response> => Promise.reject(answers.shift());
  const watching = watchDebate("d", noting(calls), new AbortController().signal, open);
  await vi.advanceTimersByTimeAsync(500);
  await watching;
  expect(calls).toEqual(["disconnect", "refused 404"]);
});

test("says that the stream is buffered if it is silent for six seconds while the server answers", async () => {
  useFakeTime();
  const fetched: string[] = [];
  vi.stubGlobal("document", { baseURI: "http://127.0.0.1/" });
  vi.stubGlobal("fetch", async (url: string | URL) => {
    fetched.push(String(url));
    return new Response("{}");
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const calls: string[] = [];
  const ending = new AbortController();
  const open = (): Promise<Response> => new Promise(() => undefined);
  void watchDebate("d", noting(calls), ending.signal, open);
  await vi.advanceTimersByTimeAsync(5999);
  expect(calls).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetched).toEqual([expect.stringContaining("healthz")]);
  expect(calls).toEqual(["buffered"]);
});
