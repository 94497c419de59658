import type { DeltaEvent } from "@rostrum/core/protocol";
import { send, type Sql } from "./driver.ts";
import type { ChannelListener } from "./channel-listener.ts";

/** Notifications between processes on one journal. None is stored. */
export type Signal =
  /** More of these runs is stored. */
  | { is: "stored"; runs: number[] }
  /** A process follows this run. */
  | { is: "following"; run: number; by: string }
  /** Text that is being written in a run; with `to`, for one process alone. */
  | { is: "said"; run: number; deltas: DeltaEvent[]; to?: string }
  | { is: "request"; request: number }
  | { is: "answer"; request: number };

export interface PostgresSignals {
  /** Sends soon; what is sent in the meantime goes along. Trouble is nobody's: readers also look by themselves. */
  send(signal: Signal): void;
  /** Resolves when it listens. `heard` gets every signal, `again` is called after each gap in the listening. */
  listen(heard: (signal: Signal) => void, again: () => void): Promise<void>;
  flush(): Promise<void>;
}

/** Postgres takes payloads of less than 8,000 bytes. */
const MOST_BYTES = 7500;
/** Runs that fit in one payload, whatever their numbers. */
const MOST_RUNS = 400;
/** Characters of one text that fit, each escaped as JSON in at most six bytes. */
const MOST_TEXT = 1000;

export function createSignals(
  sql: Sql,
  ear: ChannelListener,
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
      for (let at = 0; at < runs.length; at += MOST_RUNS) {
        payloads.push(toPayload({ is: "stored", runs: runs.slice(at, at + MOST_RUNS) }));
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
    async listen(heard, again) {
      const onPayload = (payload: string): void => {
        const signal = readSignal(payload);
        if (signal) heard(signal);
      };
      await ear.listen(onPayload, again);
    },
    async flush() {
      await sending;
    },
  };
}

function toPayload(signal: Signal): string {
  return JSON.stringify(signal);
}

/** Long texts go in pieces, which are joined where they are shown. */
function splitDeltas(signal: Extract<Signal, { is: "said" }>): string[] {
  const fullPayload = toPayload(signal);
  if (Buffer.byteLength(fullPayload) <= MOST_BYTES) return [fullPayload];
  const pieces = signal.deltas.flatMap((delta) => {
    const count = Math.max(1, Math.ceil(delta.text.length / MOST_TEXT));
    return Array.from({ length: count }, (_, at) => ({
      ...delta,
      text: delta.text.slice(at * MOST_TEXT, (at + 1) * MOST_TEXT),
    }));
  });
  return pieces
    .map((delta) => toPayload({ ...signal, deltas: [delta] }))
    .filter((payload) => Buffer.byteLength(payload) <= MOST_BYTES);
}

/** Anybody who may use the database can send anything: what is no signal is passed over. */
function readSignal(payload: string): Signal | null {
  try {
    const value = JSON.parse(payload) as Partial<Signal> | null;
    return typeof value?.is === "string" ? (value as Signal) : null;
  } catch {
    return null;
  }
}
