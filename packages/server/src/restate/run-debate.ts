import {
  parseStep,
  type Journal,
  type JournalRun,
  type DebateEvent,
  type StoredEvent,
  type StepCall,
  type StepOutcome,
} from "@rostrum/core/protocol";
import type { RunStore } from "@rostrum/runtime/journal";
import { completeQuestion, runResolved } from "@rostrum/runtime/api";
import { JournalError, RostrumError, wasStopped, omitUndefined } from "@rostrum/core/support";
import { createFunctionTools } from "@rostrum/runtime/models";
import { fold } from "@rostrum/core/record";
import type { ClusterConnection } from "./cluster.ts";
import { carryOutActs } from "./carry-out-acts.ts";
import type { FindConfig } from "./sent-config.ts";
import { LOG, STEP, type LogHandlers, type StepHandlers } from "./service-types.ts";
import type { DebateInput, DebateOutput, PersonAct, StepInput } from "./messages.ts";

export interface ClusterRun {
  id: string;
  input: DebateInput;
  findConfig: FindConfig;
  cluster: ClusterConnection;
  signal: AbortSignal;
  /** Same value whenever the debate is run again. */
  secret: string;
  /** Journal that all workers share. If set, answers are stored there before the cluster receives them. */
  journal: RunStore | null;
  /** True if every call takes a slot on the cluster, which limits calls over all workers. */
  limited: boolean;
  /** Actions of people each time the debate waited, in order. */
  acts: readonly PersonAct[];
}

/** Result of a debate on a worker: it ended, or it waits for a person and needs no worker meanwhile. */
export type Turn = DebateOutput | { waiting: true };

/**
 * Runs the debate loop. With a journal, it runs as anywhere else, and the cluster only chooses the worker. Without
 * one, each step is its own workflow, and the events are stored on the cluster.
 */
export async function runOnCluster(run: ClusterRun): Promise<Turn> {
  const { id, input, findConfig, cluster, secret, journal, limited } = run;
  const writer = journal ? null : createEventWriter(run);
  const pausing = new AbortController();
  const signal = AbortSignal.any([run.signal, pausing.signal]);
  const pausable = journal && makePausable(journal, pausing.signal);
  try {
    const { journal: _own, ...rest } = findConfig(input);
    const stopped = journal && (await findStoppedOutput(journal, id));
    if (stopped) return stopped;
    const { userId, teamId, projectId, metadata } = input;
    const pause = async (): Promise<void> => {
      await (pausable?.release() ?? writer?.end());
      pausing.abort();
    };
    // Earlier actions are in the journal. Without one, the debate runs from its beginning again.
    const acts = journal ? run.acts.slice(-1) : run.acts;
    const onEvent = carryOutActs({ id, acts, signal, pause });
    const listener = (event: DebateEvent): void => {
      if (pausing.signal.aborted) return;
      writer?.write(event);
      onEvent(event);
    };
    const { follow } = input;
    const question = follow
      ? await completeQuestion(journal ?? undefined, input.question, follow, id)
      : input.question;
    const result = await runResolved(
      { ...rest, ...(pausable ? { journal: pausable } : {}) },
      question,
      {
        ...omitUndefined({ id, parent: follow?.id, userId, teamId, projectId, metadata }),
        signal,
        secret,
        listener,
        ...(journal && !limited
          ? {}
          : {
              remoteStep: (call) =>
                cluster.retryUntilReached(() => runStepOnCluster(run, call), signal),
            }),
      },
      (resolved) => resolved,
    );
    await writer?.end();
    return { ok: true, result };
  } catch (thrown) {
    if (pausing.signal.aborted) return { waiting: true };
    if (!(thrown instanceof RostrumError)) throw thrown;
    if (journal && thrown instanceof JournalError) {
      const stopped = await findStoppedOutput(journal, id);
      if (stopped) return stopped;
      // The journal may be available again soon: the cluster retries the debate.
      throw thrown;
    }
    await writer?.end();
    const { name, code, message, partial } = thrown;
    return { ok: false, error: { name, code, message }, partial };
  }
}

/** Returns the output of a debate that was cancelled, which must not be resumed. */
async function findStoppedOutput(journal: RunStore, id: string): Promise<DebateOutput | null> {
  const run = await journal.read(id);
  const last = run?.events.at(-1);
  if (run?.status !== "failed" || last?.type !== "debate.failed" || !wasStopped(last.error)) {
    return null;
  }
  return { ok: false, error: last.error, partial: fold(run.events).result };
}

/** Submitting an existing step only attaches to it, so a step runs once however often it is requested. */
async function runStepOnCluster(
  { cluster, input }: ClusterRun,
  { request, model, attempts }: StepCall,
): Promise<StepOutcome> {
  const { tools, providerOptions: _options, ...plain } = request;
  const step = parseStep(request.stepId);
  const call: StepInput = omitUndefined({
    panel: input.panel,
    changes: input.changes,
    role: request.role,
    seat: step?.role === "debater" || step?.role === "ballot" ? step.panelIndex : 0,
    model: model.id,
    attempts,
    request: plain,
    tools: tools && createFunctionTools(tools),
  });
  const client = cluster.ingress.workflowClient<StepHandlers>({ name: STEP }, request.stepId);
  await client.workflowSubmit(call);
  return client.workflowAttach();
}

/** Sends events one batch after another, so that they arrive in order. Deltas are not sent. */
function createEventWriter({ cluster, id, signal }: ClusterRun): {
  write(event: DebateEvent): void;
  end(): Promise<void>;
} {
  const waiting: StoredEvent[] = [];
  let sending = Promise.resolve();
  const send = async (): Promise<void> => {
    const batch = waiting.splice(0);
    if (batch.length === 0) return;
    await cluster.retryUntilReached(
      () => cluster.ingress.objectClient<LogHandlers>({ name: LOG }, id).append(batch),
      signal,
    );
  };
  const flush = (): void => {
    sending = sending.then(send).catch(() => undefined);
  };
  return {
    write(event) {
      if (event.type === "debate.delta") return;
      waiting.push(event);
      flush();
    },
    end: async () => {
      flush();
      await sending;
    },
  };
}

/** Journal whose run can be released unfinished, for another worker to continue. */
export interface PausableJournal extends Journal {
  /** Releases the run unfinished. Later writes are refused. */
  release(): Promise<void>;
}

/**
 * Creates a journal for one debate. The cluster gives a debate to one worker at a time, so any earlier owner is gone,
 * and the run is taken over.
 */
function makePausable(journal: RunStore, paused: AbortSignal): PausableJournal {
  let openRun: JournalRun | null = null;
  let released = false;

  function checkOpen(id: string): void {
    if (released || paused.aborted) {
      throw new JournalError("journal_closed", `run "${id}": it waits for a person`);
    }
  }

  return {
    behind: journal,
    read: (id) => journal.read(id),
    async open(id, inputs, options) {
      const run = await journal.open(id, inputs, { ...options, takeOver: true });
      openRun = run;
      const guard =
        <Values extends unknown[]>(write: (...values: Values) => unknown) =>
        async (...values: Values): Promise<void> => {
          checkOpen(id);
          await write(...values);
        };
      return {
        stored: run.stored,
        stepStarted: guard((...step) => run.stepStarted(...step)),
        stepFinished: guard((...step) => run.stepFinished(...step)),
        appendEvents: guard((events) => run.appendEvents(events)),
        close: guard((status) => run.close(status)),
      };
    },
    async release() {
      released = true;
      await openRun?.close("running");
    },
  };
}
