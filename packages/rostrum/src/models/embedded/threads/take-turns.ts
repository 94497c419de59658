import { answerInSlices, type AnswerJob, type RawAnswer } from "../core/answer.ts";
import type { Network } from "../core/network.ts";
import type { JobControl } from "./job.ts";

/** Runs a job, and lets other work on this thread run between slices. */
export async function takeTurns(
  network: Network,
  job: AnswerJob,
  { signal, onRaw }: JobControl,
): Promise<RawAnswer> {
  const slices = answerInSlices(network, job);
  for (;;) {
    signal.throwIfAborted();
    const { done, value } = slices.next();
    if (done) return value;
    if (value !== "") onRaw(value);
    await nextTurn();
  }
}

/** The soonest moment after waiting events: timers would add a millisecond or more each time. */
const nextTurn: () => Promise<void> =
  typeof setImmediate === "function"
    ? () => new Promise((resolve) => void setImmediate(resolve))
    : () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          const next = (): void => {
            port1.close();
            resolve();
          };
          // Node's types leave out what browsers have.
          Object.assign(port1, { onmessage: next });
          port2.postMessage(null);
        });
