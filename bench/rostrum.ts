import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { debaters, QUESTION, ROUNDS, wordDebaters } from "./panel.ts";

const built = new URL("../packages/rostrum/dist/index.js", import.meta.url);
const source = new URL("../packages/rostrum/src/index.ts", import.meta.url);
const from = process.env["BENCH_FROM"] ?? (existsSync(built) ? "" : "src");
const otherBuild = pathToFileURL(resolve(from, "index.js"));

/** What users run: the build. `BENCH_FROM=src` takes the sources, `BENCH_FROM=<a dist folder>` another build. */
export const {
  Debate,
  memoryJournal,
  sqliteJournal,
}: typeof import("../packages/rostrum/src/index.ts") = await import(
  (from === "" ? built : from === "src" ? source : otherBuild).href
);

const debate = new Debate({
  debaters: [...debaters],
  rounds: ROUNDS - 1,
  revise: "everyone",
  stop: "never",
});
const { signal } = new AbortController();

/** Answers read, clustered and counted, events recorded; a signal to obey and a timeout on every call. */
export async function rostrumRun(): Promise<string | null> {
  const { answer } = await debate.run(QUESTION, { signal });
  return answer;
}

const inWords = new Debate({
  debaters: [...wordDebaters],
  rounds: ROUNDS - 1,
  revise: "everyone",
  stop: "never",
});

/** The same with answers in words. */
export async function wordsRun(): Promise<string | null> {
  const { answer } = await inWords.run("What decides the average speed over the whole journey?", {
    signal,
  });
  return answer;
}

const [first, second] = debaters;
const agreeing = new Debate({ debaters: [first, second, second].flatMap((one) => one ?? []) });

/** Three that agree in round 0: the debate is over after three calls. */
export async function agreedRun(): Promise<string | null> {
  const { answer } = await agreeing.run(QUESTION, { signal });
  return answer;
}

/** The same with a reader who takes every event as it comes. */
export async function rostrumStream(): Promise<number> {
  let events = 0;
  for await (const _event of debate.stream(QUESTION, { signal })) events += 1;
  return events;
}

/** The same under the ordinary OpenTelemetry SDK, which keeps no span. */
export async function tracedRun(): Promise<() => Promise<unknown>> {
  const { context } = await import("@opentelemetry/api");
  const { AsyncLocalStorageContextManager } = await import("@opentelemetry/context-async-hooks");
  const { NoopSpanProcessor, TracerProvider } = await import("@opentelemetry/sdk-trace");
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const provider = new TracerProvider({ spanProcessors: [new NoopSpanProcessor()] });
  const traced = new Debate({
    debaters: [...debaters],
    rounds: ROUNDS - 1,
    revise: "everyone",
    stop: "never",
    tracer: provider.getTracer("bench"),
  });
  return () => traced.run(QUESTION, { signal });
}
