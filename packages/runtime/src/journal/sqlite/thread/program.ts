import { parentPort, workerData } from "node:worker_threads";
import { openSecondConnection } from "../connect.ts";
import { classifyFault } from "../fault.ts";
import { createJobs, type FromThread, type ThreadData, type ToThread } from "./jobs.ts";

/** A thread's program: jobs on a connection of its own to a file that the main thread has open. */
const { file, patienceMs } = workerData as ThreadData;
const db = openSecondConnection(file, patienceMs);
const jobs = createJobs(db);
const send = (message: FromThread): void => parentPort?.postMessage(message);

parentPort?.on("message", (message: ToThread) => {
  if (message === null) {
    db.close();
    parentPort?.close();
    return;
  }
  const { id, name, values } = message;
  try {
    const perform = jobs[name] as (...given: unknown[]) => unknown;
    send({ id, json: JSON.stringify(perform(...values)) });
  } catch (error) {
    send({ id, error: classifyFault(error, file) });
  }
});
