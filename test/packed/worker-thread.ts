// The thread that embedded debaters run in, started from the installed package as they start it.
import { on } from "node:events";
import { Worker } from "node:worker_threads";

const file = new URL("models/embedded/threads/worker.js", import.meta.resolve("rostrum"));
const worker = new Worker(file);
const messages = on(worker, "message");
const job = { variant: "xs-1", prompt: "Q1+1\n", temperature: 0, seed: 0, maxTokens: 4 };
worker.postMessage({ type: "run", id: 1, job });
for await (const [message] of messages as AsyncIterable<[{ type: string }]>) {
  if (message.type === "failed") throw new Error(JSON.stringify(message));
  if (message.type === "done") break;
}
await worker.terminate();
