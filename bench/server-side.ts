/**
 * The server of `server.ts`, in a process of its own so that its memory can be told apart: debates that
 * begin when they are told to, and speak at a reader's pace.
 */
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import type { ModelRequest } from "../packages/rostrum/src/index.ts";

const built = (path: string): URL =>
  new URL(`../packages/rostrum/dist/${path}.js`, import.meta.url);
const source = (path: string): URL =>
  new URL(`../packages/rostrum/src/${path}.ts`, import.meta.url);
const fromSource = process.env["BENCH_FROM"] === "src" || !existsSync(built("server"));
const load = (path: string): Promise<unknown> => import((fromSource ? source : built)(path).href);

const { memoryJournal } = (await load(
  "index",
)) as typeof import("../packages/rostrum/src/index.ts");
const { serve } = (await load("server")) as typeof import("../packages/server/src/index.ts");

const go = Promise.withResolvers<void>();
let peak = 0;

/** What a model says takes a moment to come, in pieces, and never the same moment for two. */
function speaker(seat: number, size: number) {
  return async ({ stepId, round, onText }: ModelRequest): Promise<string> => {
    await go.promise;
    const own = [...stepId].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7);
    const words = "a reason that is long enough to be read ".repeat(size);
    for (let piece = 0; piece < 4; piece++) {
      await setTimeout(20 + ((own * (piece + 3)) % 180));
      onText?.(words.slice(0, 40));
    }
    return `${words}\nAnswer: ${(seat + round) % 3}\nConfidence: 0.5`;
  };
}

const panel = (size: number): object => ({
  debaters: [speaker(0, size), speaker(1, size), speaker(2, size)],
  rounds: 4,
  revise: "everyone",
  stop: "never",
});

const serving = await serve({
  port: 0,
  journal: memoryJournal(),
  panels: { usual: panel(25), loud: panel(5000) } as never,
  limits: { debates: 100, watchers: 2000, requestsPerMinute: 100_000, stallMs: 120_000 },
});

const sampling = setInterval(() => {
  peak = Math.max(peak, memory());
}, 50);

function memory(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

process.on("message", (message) => {
  if (message === "go") go.resolve();
  if (message === "memory") {
    globalThis.gc?.();
    process.send?.({ memory: memory(), peak });
    peak = 0;
  }
  if (message === "end") {
    clearInterval(sampling);
    void serving.close().then(() => process.exit(0));
  }
});
process.send?.({ port: serving.port });
