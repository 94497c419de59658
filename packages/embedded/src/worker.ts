import { parentPort } from "node:worker_threads";
import { loadNetwork } from "./networks.ts";
import { createLocalLane } from "./threads/local-lane.ts";
import type { FromWorker, ToWorker } from "./threads/worker-lane.ts";

/** Program of a worker thread: the lane of the main thread, driven by messages. */
const lane = createLocalLane(loadNetwork);
const running = new Map<number, AbortController>();
const send = (message: FromWorker): void => parentPort?.postMessage(message);

parentPort?.on("message", (message: ToWorker) => {
  if (message.type === "load") {
    const ready = (): void => send({ type: "ready" });
    // Ready even if loading failed: the job that needs the network reports the error.
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
      // Also sent for a cancelled job, whose failure the other side ignores.
      (error: unknown) => send({ type: "failed", id, message: String(error) }),
    )
    .finally(() => running.delete(id));
});
