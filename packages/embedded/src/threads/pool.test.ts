import { afterEach, describe, expect, it, vi } from "vitest";
import { loadNetwork } from "../networks.ts";
import type { Job, JobControl } from "./lane.ts";
import { createPool, type Pool } from "./pool.ts";
import { startWorker } from "./start-worker.ts";
import type { FromWorker, ToWorker, WorkerLike } from "./worker-lane.ts";

const job = (seed: number): Job => ({
  variant: "xs-1",
  prompt: "Q77*35*86+12\nA",
  temperature: 0.8,
  seed,
  maxTokens: 96,
});

const control = (changes: Partial<JobControl> = {}): JobControl => ({
  signal: new AbortController().signal,
  onRaw: () => undefined,
  ...changes,
});

const poolOf = (threads: number, start: () => WorkerLike | null = startWorker): Pool =>
  createPool({ loadNetwork, threads, startWorker: start });

const runThree = (pool: Pool): Promise<string[]> =>
  Promise.all([1, 2, 3].map(async (seed) => (await pool.run(job(seed), control())).text));

/** A worker that does what the test says, and notes what it is told. */
function fakeWorker(): WorkerLike & {
  emit(event: string, value: unknown): void;
  told: ToWorker[];
  log: string[];
} {
  const listeners = new Map<string, (value: never) => void>();
  const told: ToWorker[] = [];
  const log: string[] = [];
  return {
    told,
    log,
    postMessage: (message) => void told.push(message),
    on: (event: string, listener: (value: never) => void) => void listeners.set(event, listener),
    emit: (event, value) => listeners.get(event)?.(value as never),
    ref: () => void log.push("ref"),
    unref: () => void log.push("unref"),
    terminate: () => void log.push("terminate"),
  };
}

const done = (id: number): FromWorker => ({
  type: "done",
  id,
  answer: { text: "1#1", promptTokens: 1, answerTokens: 4, logProbability: 0, finished: true },
});

const READY: FromWorker = { type: "ready" };

afterEach(() => void vi.useRealTimers());

describe("createPool", () => {
  it("runs a job alone without a worker", async () => {
    const pool = poolOf(4);
    await pool.run(job(1), control());
    expect(pool.workers).toBe(0);
  });

  it("starts workers when jobs meet, as many as it may, and says the same with them", async () => {
    const alone = await runThree(poolOf(1));
    const pool = poolOf(2);
    const together = runThree(pool);
    expect(pool.workers).toBe(1);
    expect(await together).toEqual(alone);
  });

  it("doesn't wait for a worker that starts when this thread is free first", async () => {
    const worker = fakeWorker();
    const pool = poolOf(2, () => worker);
    expect(await runThree(pool)).toEqual(await runThree(poolOf(1)));
    expect(worker.told).toEqual([{ type: "load", variant: "xs-1" }]);
    expect(worker.log).toEqual(["unref"]);
  });

  it("starts no other worker after one that couldn't start", async () => {
    const worker = fakeWorker();
    const start = vi.fn(() => worker);
    const pool = poolOf(2, start);
    const replies = runThree(pool);
    worker.emit("error", new Error("no such file"));
    expect(await replies).toEqual(await runThree(poolOf(1)));
    await runThree(pool);
    expect(start).toHaveBeenCalledTimes(1);
    expect(pool.workers).toBe(0);
  });

  it("gives each free thread the job that has waited longest", async () => {
    const worker = fakeWorker();
    const pool = poolOf(2, () => worker);
    const replies = [1, 2, 3].map((seed) => pool.run(job(seed), control()));
    worker.emit("message", READY);
    expect(worker.told.at(-1)).toMatchObject({ type: "run", job: { seed: 2 } });
    worker.emit("message", done(0));
    expect(worker.told.at(-1)).toMatchObject({ type: "run", job: { seed: 3 } });
    worker.emit("message", done(1));
    expect((await Promise.all(replies)).map(({ answerTokens }) => answerTokens > 0)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("goes on without workers where none can be started", async () => {
    const start = vi.fn(() => null);
    expect(await runThree(poolOf(4, start))).toEqual(await runThree(poolOf(1)));
    expect(start).toHaveBeenCalledTimes(1);
  });

  it("does a job here when its worker is lost, and tells nothing twice", async () => {
    const worker = fakeWorker();
    const pool = poolOf(2, () => worker);
    const heard: string[] = [];
    const first = pool.run(job(1), control());
    const second = pool.run(job(2), control({ onRaw: (delta) => void heard.push(delta) }));
    worker.emit("message", READY);
    const { text } = await poolOf(1).run(job(2), control());
    worker.emit("message", { type: "raw", id: 0, delta: text.slice(0, 5) });
    worker.emit("error", new Error("out of memory"));
    expect((await second).text).toBe(text);
    expect(heard.join("")).toBe(text);
    expect(pool.workers).toBe(0);
    await first;
  });

  it("holds the process only while a worker works, and ends it when it is idle", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const worker = fakeWorker();
    const pool = poolOf(2, () => worker);
    const first = pool.run(job(1), control());
    const second = pool.run(job(2), control());
    worker.emit("message", READY);
    worker.emit("message", done(0));
    await second;
    expect(worker.log).toEqual(["unref", "ref", "unref"]);
    vi.advanceTimersByTime(5000);
    expect(worker.log).toEqual(["unref", "ref", "unref", "terminate"]);
    expect(pool.workers).toBe(0);
    await first;
  });

  it("passes a job's own failure on", async () => {
    const worker = fakeWorker();
    const pool = poolOf(2, () => worker);
    const first = pool.run(job(1), control());
    const second = pool.run(job(2), control());
    worker.emit("message", READY);
    worker.emit("message", { type: "failed", id: 0, message: "can't load the weights" });
    await expect(second).rejects.toThrow("can't load the weights");
    await first;
  });
});

describe("a listener that fails", () => {
  const onRaw = (): never => {
    throw new Error("nobody listens");
  };

  it("fails its job here", async () => {
    await expect(poolOf(1).run(job(1), control({ onRaw }))).rejects.toThrow("nobody listens");
  });

  it("fails its job in a worker, and nothing else", async () => {
    const worker = fakeWorker();
    const pool = poolOf(2, () => worker);
    const first = pool.run(job(1), control());
    const second = pool.run(job(2), control({ onRaw }));
    worker.emit("message", READY);
    worker.emit("message", { type: "raw", id: 0, delta: "1" });
    await expect(second).rejects.toThrow("nobody listens");
    expect(worker.told.map(({ type }) => type)).toEqual(["load", "run", "cancel"]);
    expect((await first).finished).toBe(true);
  });
});

describe("abort", () => {
  it("is refused before it starts", async () => {
    await expect(poolOf(1).run(job(1), control({ signal: AbortSignal.abort() }))).rejects.toThrow(
      "aborted",
    );
  });

  it("ends a job here between two slices", async () => {
    const controller = new AbortController();
    const onRaw = vi.fn(() => controller.abort());
    const signal = controller.signal;
    await expect(poolOf(1).run(job(1), control({ signal, onRaw }))).rejects.toThrow("aborted");
    expect(onRaw).toHaveBeenCalledTimes(1);
  });

  it("ends a job that still waits for its turn at once", async () => {
    const pool = poolOf(1);
    const controller = new AbortController();
    const first = pool.run(job(1), control());
    const waiting = pool.run(job(2), control({ signal: controller.signal }));
    controller.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    expect((await first).finished).toBe(true);
    expect((await pool.run(job(3), control())).finished).toBe(true);
  });

  it("rejects at once for a job in a worker, and tells the worker", async () => {
    const worker = fakeWorker();
    const pool = poolOf(2, () => worker);
    const controller = new AbortController();
    const first = pool.run(job(1), control());
    const second = pool.run(job(2), control({ signal: controller.signal }));
    worker.emit("message", READY);
    controller.abort();
    await expect(second).rejects.toThrow("aborted");
    expect(worker.told.map(({ type }) => type)).toEqual(["load", "run", "cancel"]);
    expect(worker.log).toEqual(["unref", "ref", "unref"]);
    await first;
  });

  it("reaches a real worker", async () => {
    const ready = Promise.withResolvers<void>();
    const pool = poolOf(2, () => {
      const worker = startWorker();
      worker?.on("message", ({ type }) => {
        if (type === "ready") ready.resolve();
      });
      return worker;
    });
    await runThree(pool);
    await ready.promise;
    const controller = new AbortController();
    const first = pool.run(job(1), control());
    const second = pool.run(job(2), control({ signal: controller.signal }));
    setTimeout(() => controller.abort(), 1);
    await expect(second).rejects.toThrow("aborted");
    expect((await first).finished).toBe(true);
  });
});
