import type { Journal, StoredEvent } from "../../packages/rostrum/src/index.ts";
import type {
  JournalRun,
  RunInputs,
  RunStatus,
  StoredStep,
} from "../../packages/core/src/protocol/journal.ts";

/** Simulated content of the disk. */
export interface Disk {
  inputs: RunInputs | null;
  status: RunStatus;
  steps: Map<string, StoredStep>;
  events: StoredEvent[];
}

export function emptyDisk(): Disk {
  return { inputs: null, status: "running", steps: new Map(), events: [] };
}

/** One process of a run: once it is killed, nothing of it comes back any more, and nothing is written. */
export interface Process {
  journal: Journal;
  kill(): void;
  /** Resolves to `work`, or never, once killed. */
  alive<T>(work: () => T): Promise<T>;
  /** Resolves when the process was killed. */
  died: Promise<void>;
}

/** `onWrite` may kill the process before the write, or after it. */
export function startProcess(disk: Disk, onWrite: () => void = () => undefined): Process {
  let dead = false;
  const { promise: died, resolve: die } = Promise.withResolvers<void>();
  const never = (): Promise<never> => new Promise(() => undefined);

  async function alive<T>(work: () => T): Promise<T> {
    if (dead) return never();
    const result = work();
    await Promise.resolve();
    return dead ? never() : result;
  }

  async function write(work: () => void): Promise<void> {
    if (!dead) onWrite();
    await alive(work);
  }

  function open(id: string, inputs: RunInputs): JournalRun {
    disk.inputs ??= inputs;
    const { steps } = disk;
    return {
      stored: {
        id,
        inputs: disk.inputs,
        status: disk.status,
        steps: new Map(steps),
        events: [...disk.events],
      },
      stepStarted: (step, hash, earlier) =>
        write(() => {
          disk.status = "running";
          steps.set(step, { hash, ...(earlier && earlier.attempts > 0 ? { earlier } : {}) });
        }),
      stepFinished: (step, outcome) =>
        write(() => void steps.set(step, { hash: steps.get(step)?.hash ?? "", outcome })),
      appendEvents: (events) =>
        write(() => {
          for (const event of events) disk.events.splice(event.seq, Infinity, event);
        }),
      close: (status) => write(() => void (disk.status = status)),
    };
  }

  return {
    journal: {
      open: (id, inputs) => alive(() => open(id, inputs)),
      read: (id) => alive(() => open(id, disk.inputs ?? {}).stored),
    },
    kill() {
      dead = true;
      die();
    },
    alive,
    died,
  };
}
