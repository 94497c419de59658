import { answerInSlices, type RawAnswer } from "../core/answer.ts";
import type { Network } from "../core/network.ts";
import type { EmbeddedVariant } from "../ids.ts";
import { rejectOnAbort, type Job, type JobControl, type Lane } from "./lane.ts";

/** Resolves after the last job of this thread. All lanes share it, because a network has memory for one job. */
let lastJob: Promise<unknown> = Promise.resolve();

/** Runs jobs on this thread, one at a time. Calls `onFree` when none is left. */
export function createLocalLane(
  loadNetwork: (variant: EmbeddedVariant) => Promise<Network>,
  onFree?: () => void,
): Lane {
  let load = 0;
  return {
    get load() {
      return load;
    },
    async run(job, control) {
      load++;
      const turn = lastJob.then(async () => {
        control.signal.throwIfAborted();
        return runInSlices(await loadNetwork(job.variant), job, control);
      });
      lastJob = turn
        .catch(() => undefined)
        .then(() => {
          if (--load === 0) onFree?.();
        });
      return rejectOnAbort(control.signal, turn);
    },
  };
}

/** Runs a job, and lets other work on this thread run between slices. */
async function runInSlices(
  network: Network,
  job: Job,
  { signal, onRaw }: JobControl,
): Promise<RawAnswer> {
  const slices = answerInSlices(network, job);
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = slices.next();
    if (done) return value;
    if (value !== "") onRaw(value);
    await waitForEvents();
  }
}

/** Lets pending events run. Timers would add a millisecond or more each time. */
const waitForEvents: () => Promise<void> =
  typeof setImmediate === "function"
    ? () => new Promise((resolve) => void setImmediate(resolve))
    : () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          const next = (): void => {
            port1.close();
            resolve();
          };
          // Node's types lack `onmessage`.
          Object.assign(port1, { onmessage: next });
          port2.postMessage(null);
        });
