import { parentPort } from "node:worker_threads";
import { loadNetwork } from "./networks.ts";
import { createLocalLane } from "./threads/local-lane.ts";
import type { FromWorker, ToWorker } from "./threads/worker-lane.ts";

/** A worker thread's program: the same lane as in the main thread, driven by messages. */
const lane = createLocalLane(loadNetwork);
const running = new Map<number, AbortController>();
const send = (message: FromWorker): void => parentPort?.postMessage(message);

parentPort?.on("message", (message: ToWorker) => {
  if (message.type === "load") {
    const ready = (): void => send({ type: "ready" });
    // The job whose network can't be loaded says why.
    loadNetwork(message.variant).then(ready, ready);
    return;
  }
  const { id } = message;
  if (message.type === "cancel") {
    running.get(id)?.abort();
    return;
  }
  const controller = new AbortController();
  running.set(id, controller);
  lane
    .run(message.job, {
      signal: controller.signal,
      onRaw: (delta) => send({ type: "raw", id, delta }),
    })
    .then(
      (answer) => send({ type: "done", id, answer }),
      // The failure of a cancelled job is sent too; the other side no longer listens for it.
      (error: unknown) => send({ type: "failed", id, message: String(error) }),
    )
    .finally(() => running.delete(id));
});
