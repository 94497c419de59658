import { parseStep } from "../../protocol/step-id.ts";
import type { DebateConfig } from "../../protocol/options.ts";
import { runResolved } from "../../api/index.ts";
import { ConfigError, RostrumError } from "../../errors.ts";
import type { DebateEvent, StoredEvent } from "../../protocol/events.ts";
import type { StepCall, StepOutcome } from "../../protocol/step.ts";
import type { Panels } from "./call-model.ts";
import type { Cluster } from "./cluster.ts";
import {
  LOG,
  STEP,
  type DebateInput,
  type DebateOutput,
  type LogHandlers,
  type StepHandlers,
  type StepInput,
} from "./service-types.ts";

export interface Holding {
  id: string;
  input: DebateInput;
  panels: Panels;
  cluster: Cluster;
  signal: AbortSignal;
  /** The same whenever the debate is run again. */
  secret: string;
}

/** The loop, with each step in its own workflow and its events on the cluster. */
export async function runOnCluster(holding: Holding): Promise<DebateOutput> {
  const { id, input, panels, cluster, signal, secret } = holding;
  const config = panels[input.panel] as DebateConfig<never> | undefined;
  const writer = eventWriter(holding);
  try {
    if (!config) throw unknownPanel(input.panel, panels);
    const { journal: _journal, ...rest } = config;
    const { userId, metadata } = input;
    const result = await runResolved(
      rest,
      input.question,
      {
        id,
        signal,
        secret,
        ...(userId === undefined ? {} : { userId }),
        ...(metadata === undefined ? {} : { metadata }),
        listener: writer.write,
        calls: (call) => cluster.reach(() => stepOnCluster(holding, call), signal),
      },
      (resolved) => resolved,
    );
    await writer.end();
    return { ok: true, result };
  } catch (thrown) {
    if (!(thrown instanceof RostrumError)) throw thrown;
    await writer.end();
    const { name, code, message, partial } = thrown;
    return { ok: false, error: { name, code, message }, partial };
  }
}

/** Submitting an existing step only attaches to it, so a step runs once however often it is requested. */
async function stepOnCluster(
  { cluster, input }: Holding,
  { request, attempts }: StepCall,
): Promise<StepOutcome> {
  const { tools: _tools, providerOptions: _options, ...plain } = request;
  const call: StepInput = {
    panel: input.panel,
    role: request.role,
    seat: seatOf(request.stepId),
    ...(attempts === undefined ? {} : { attempts }),
    request: plain,
  };
  const client = cluster.ingress.workflowClient<StepHandlers>({ name: STEP }, request.stepId);
  await client.workflowSubmit(call);
  return client.workflowAttach();
}

function seatOf(stepId: string): number {
  const step = parseStep(stepId);
  return step?.role === "debater" || step?.role === "ballot" ? step.seat : 0;
}

function unknownPanel(name: string, panels: Panels): ConfigError {
  return new ConfigError(
    "panel",
    `expected one of ${Object.keys(panels).join(", ")}, got "${name}"`,
  );
}

/** Sends events one batch after another, so that they arrive in order. Deltas are not sent. */
function eventWriter({ cluster, id, signal }: Holding): {
  write(event: DebateEvent): void;
  end(): Promise<void>;
} {
  const waiting: StoredEvent[] = [];
  let sending = Promise.resolve();
  const send = async (): Promise<void> => {
    const batch = waiting.splice(0);
    if (batch.length === 0) return;
    await cluster.reach(
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
