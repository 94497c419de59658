// The package's threads, started from the installed package as it starts them itself.
import { on } from "node:events";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { sqliteJournal } from "rostrum";

/** Sends one message, and returns the first answer that isn't part of a text. */
async function answerOf(
  path: string,
  message: object,
  options: WorkerOptions = {},
): Promise<object> {
  const worker = new Worker(new URL(path, import.meta.resolve("rostrum")), options);
  const messages = on(worker, "message");
  worker.postMessage(message);
  for await (const [answer] of messages as AsyncIterable<[{ type?: string }]>) {
    if (answer.type === "raw") continue;
    await worker.terminate();
    return answer;
  }
  throw new Error(`${path} ended without an answer`);
}

const question = { variant: "xs-1", prompt: "Q1+1\n", temperature: 0, seed: 0, maxTokens: 4 };
const reply = await answerOf("embedded-worker.js", {
  type: "run",
  id: 1,
  job: question,
});
if (!("answer" in reply)) throw new Error(JSON.stringify(reply));

const file = "thread.db";
const journal = sqliteJournal(file);
await journal.list();
const copied = await answerOf(
  "journal/sqlite/thread/program.js",
  { id: 1, name: "wipeLog", values: [] },
  { workerData: { file, patienceMs: 1000 } },
);
if (!("json" in copied)) throw new Error(JSON.stringify(copied));
await journal.close();
