import type { DeltaEvent } from "@rostrum/core/protocol";
import { send, type Sql } from "./driver.ts";
import type { ChannelListener } from "./channel-listener.ts";

/** Notifications between processes on one journal. None is stored. */
export type Signal =
  /** New events of these runs are stored. */
  | { is: "stored"; runs: number[] }
  /** A process follows this run. */
  | { is: "following"; run: number; by: string }
  /** Text that is being written in a run; with `to`, for one process alone. */
  | { is: "said"; run: number; deltas: DeltaEvent[]; to?: string }
  | { is: "request"; request: number }
  | { is: "answer"; request: number };

export interface PostgresSignals {
  /** Queues a signal; signals of the same moment are sent together. Errors are ignored, because readers also poll. */
  send(signal: Signal): void;
  /** Resolves when listening starts. `onReconnect` is called after each gap. */
  listen(onSignal: (signal: Signal) => void, onReconnect: () => void): Promise<void>;
  flush(): Promise<void>;
}

/** Postgres takes payloads of less than 8,000 bytes. */
const MAX_PAYLOAD_BYTES = 7500;
/** Runs that fit in one payload, whatever their numbers. */
const MAX_RUNS_PER_PAYLOAD = 400;
/** Characters of one text that fit, each escaped as JSON in at most six bytes. */
const MAX_TEXT_CHARS = 1000;

export function createSignals(
  sql: Sql,
  listener: ChannelListener,
  channel: string,
  statement: string,
): PostgresSignals {
  let stored = new Set<number>();
  let waiting: string[] = [];
  let sending: Promise<void> | null = null;

  async function sendAll(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (stored.size > 0 || waiting.length > 0) {
      const runs = [...stored];
      stored = new Set();
      const payloads = waiting;
      waiting = [];
      for (let at = 0; at < runs.length; at += MAX_RUNS_PER_PAYLOAD) {
        payloads.push(toPayload({ is: "stored", runs: runs.slice(at, at + MAX_RUNS_PER_PAYLOAD) }));
      }
      await send(sql, statement, [channel, JSON.stringify(payloads)]).catch(() => undefined);
    }
    sending = null;
  }

  return {
    send(signal) {
      if (signal.is === "stored") signal.runs.forEach((run) => stored.add(run));
      else if (signal.is === "said") waiting.push(...splitDeltas(signal));
      else waiting.push(toPayload(signal));
      sending ??= sendAll();
    },
    async listen(onSignal, onReconnect) {
      const onPayload = (payload: string): void => {
        const signal = readSignal(payload);
        if (signal) onSignal(signal);
      };
      await listener.listen(onPayload, onReconnect);
    },
    async flush() {
      await sending;
    },
  };
}

function toPayload(signal: Signal): string {
  return JSON.stringify(signal);
}

/** Splits long texts; receivers join the pieces. */
function splitDeltas(signal: Extract<Signal, { is: "said" }>): string[] {
  const fullPayload = toPayload(signal);
  if (Buffer.byteLength(fullPayload) <= MAX_PAYLOAD_BYTES) return [fullPayload];
  const pieces = signal.deltas.flatMap((delta) => {
    const count = Math.max(1, Math.ceil(delta.text.length / MAX_TEXT_CHARS));
    return Array.from({ length: count }, (_, at) => ({
      ...delta,
      text: delta.text.slice(at * MAX_TEXT_CHARS, (at + 1) * MAX_TEXT_CHARS),
    }));
  });
  return pieces
    .map((delta) => toPayload({ ...signal, deltas: [delta] }))
    .filter((payload) => Buffer.byteLength(payload) <= MAX_PAYLOAD_BYTES);
}

/** Parses a payload; null if it is not a signal, because any user of the database can send one. */
function readSignal(payload: string): Signal | null {
  try {
    const value = JSON.parse(payload) as Partial<Signal> | null;
    return typeof value?.is === "string" ? (value as Signal) : null;
  } catch {
    return null;
  }
}
