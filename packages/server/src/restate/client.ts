import { randomUUID } from "node:crypto";
import type { Carry } from "@rostrum/runtime/api";
import type { Note, Review, StoredEvent, Question, DebateResult } from "@rostrum/core/protocol";
import { ConfigError, RostrumError } from "@rostrum/core/support";
import { fold, type DebateRecord } from "@rostrum/core/record";
import { connectTo } from "./cluster.ts";
import { DEBATE, LOG, type DebateHandlers, type LogHandlers } from "./service-types.ts";
import type { PersonAct } from "./messages.ts";

/** Options of a debate that is submitted to a cluster. */
export interface SubmitOptions {
  /** The debate's id. Submitting the same id again changes nothing. Default: a random id. */
  id?: string;
  userId?: string;
  teamId?: string;
  projectId?: string;
  metadata?: Record<string, unknown>;
  /** The finished debate that it follows up, and what is carried over. Workers need a shared journal. */
  follow?: { id: string; carry?: Carry };
  /**
   * Options in place of the panel's own, as plain JSON: no functions, no models that workers don't have. With
   * `debaters`, they are a panel of their own, and `panel` is only its name.
   */
  changes?: Record<string, unknown>;
  /** Gives up when it aborts. Default: waits for as long as the cluster can't be reached. */
  signal?: AbortSignal;
}

/** Debates on a cluster, from any process that can reach it. */
export interface ClusterClient {
  /** Rejects at once, or when `signal` aborts, if the cluster can't be reached. The other functions wait for it. */
  check(signal?: AbortSignal): Promise<void>;
  /** Submits a debate to the cluster and returns its id. It runs even if the caller ends. */
  submit(panel: string, question: Question, options?: SubmitOptions): Promise<string>;
  /** Waits for the result. Rejects with the debate's error, including its partial result. */
  attach(id: string): Promise<DebateResult<unknown>>;
  /** The record so far. */
  status(id: string): Promise<DebateRecord>;
  /** Events from a sequence number on, until the debate has ended. */
  events(id: string, from?: number): AsyncIterable<StoredEvent>;
  /** Resolves when a worker has carried it out. Gives up when `signal` aborts. */
  cancel(id: string, signal?: AbortSignal): Promise<void>;
  /** Settles an escalated debate that waits for a person (`onEscalate: "wait"`). */
  review(id: string, review: Review): Promise<void>;
  /** Continues a debate that is paused after a round (`onRound: "wait"`). */
  proceed(id: string): Promise<void>;
  /** Adds a moderator's note to a waiting debate. Every debater reads it before the next round. */
  say(id: string, note: Note): Promise<void>;
  /** Adds what a person says to a debate that waits for them. */
  speak(id: string, name: string, text: string): Promise<void>;
}

const POLL_MS = 200;
const MAX_TRIES = 25;

/** Connects to the cluster's ingress, such as `http://localhost:8080`. */
export async function connectCluster(url: string): Promise<ClusterClient> {
  const { ingress, retryUntilReached } = await connectTo(url);
  const createClient = (id: string): ReturnType<typeof ingress.workflowClient<DebateHandlers>> =>
    ingress.workflowClient<DebateHandlers>({ name: DEBATE }, id);
  const since = (id: string, seq: number): Promise<StoredEvent[]> =>
    retryUntilReached(async () => {
      const log = ingress.objectClient<LogHandlers>({ name: LOG }, id);
      return (await log.since(seq)).events;
    });

  /** An earlier action may still be in progress, so the debate may wait for the next one only a moment later. */
  async function act(id: string, personAct: PersonAct): Promise<void> {
    const done = toJson(personAct);
    for (let tries = 1; ; tries++) {
      try {
        return await retryUntilReached(() => createClient(id).act(done));
      } catch (error) {
        const isConflict = error instanceof Error && "status" in error && error.status === 409;
        if (!isConflict || tries === MAX_TRIES) throw error;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    }
  }

  return {
    async check(signal) {
      const health = new URL("restate/health", url.endsWith("/") ? url : `${url}/`);
      const response = await fetch(health, signal ? { signal } : {});
      await response.body?.cancel();
      if (response.status >= 500) throw new Error(`it answered with ${response.status}`);
    },
    async submit(panel, question, options = {}) {
      const { id = randomUUID(), signal, ...more } = options;
      const input = toJson({ panel, question, ...more });
      await retryUntilReached(() => createClient(id).workflowSubmit(input), signal);
      return id;
    },
    async attach(id) {
      const output = await retryUntilReached(() => createClient(id).workflowAttach());
      if (output.ok) return output.result;
      const error = new RostrumError(output.error.code, output.error.message);
      Object.defineProperty(error, "name", { value: output.error.name });
      error.partial = output.partial;
      throw error;
    },
    status: async (id) => fold(await since(id, 0)),
    async *events(id, from = 0) {
      for (let next = from; ;) {
        const events = await since(id, next);
        for (const event of events) {
          yield event;
          next = event.seq + 1;
          if (event.type === "debate.completed" || event.type === "debate.failed") return;
        }
        if (events.length === 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    async cancel(id, signal) {
      await retryUntilReached(() => createClient(id).cancel(), signal);
    },
    review: (id, review) => act(id, { act: "review", said: review }),
    proceed: (id) => act(id, { act: "proceed" }),
    say: (id, note) => act(id, { act: "say", said: note }),
    speak: (id, name, text) => act(id, { act: "speak", said: { name, text } }),
  };
}

/** Returns what the cluster gets. Checked before it is sent, because the connection retries until it succeeds. */
function toJson<T>(value: T): T {
  try {
    return JSON.parse(JSON.stringify(value)) as T;
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw new ConfigError("options", `expected plain JSON, which a cluster can be sent: ${reason}`);
  }
}
