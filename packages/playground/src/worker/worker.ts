/*
 * Worker in which the embedded networks debate. It gets no key: providers' models are called on the
 * page, where the page's policy limits the hosts that can be reached.
 */
import { Debate } from "@rostrum/runtime/api";
import { evaluate } from "@rostrum/eval";
import { describeError } from "../describe-error.ts";
import type { Report, Task } from "./messages.ts";

let stopping = new AbortController();
const report = (message: Report): void => postMessage(message);

async function work(task: Exclude<Task, { kind: "stop" }>): Promise<void> {
  stopping = new AbortController();
  const { signal } = stopping;
  if (task.kind === "debate") {
    const stream = new Debate(task.config).stream(task.question, { id: task.id, signal });
    for await (const event of stream) report({ kind: "event", event });
  } else {
    const { items, panel, arms } = task;
    const { rows, spent } = await evaluate({ items, panel, arms, signal, concurrency: 1 });
    report({ kind: "rows", rows, calls: spent.calls });
  }
}

addEventListener("message", ({ data }: MessageEvent<Task>) => {
  if (data.kind === "stop") {
    stopping.abort();
    return;
  }
  work(data).then(
    () => report({ kind: "done" }),
    (error: unknown) => report({ kind: "failed", message: describeError(error) }),
  );
});
