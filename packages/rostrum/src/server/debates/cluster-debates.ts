import { setTimeout as after } from "node:timers/promises";
import { AbortError } from "../../errors.ts";
import type { ClusterClient } from "../../integrations/restate/index.ts";
import type { DebateEvent, StoredEvent } from "../../protocol/events.ts";
import type { DebateResult } from "../../protocol/result.ts";
import { spendOf } from "../../protocol/spend.ts";
import { HttpError } from "../http-error.ts";
import type { ConfigFor } from "../panels/request-config.ts";
import type { Spending } from "../users/spending.ts";
import { originOfOrder, type Order } from "./debate-order.ts";
import type { RunToEnd } from "./live-debate.ts";
import type { Act } from "./peer-acts.ts";
import type { RemoteDebate, RemoteDebates } from "./remote-debate.ts";

/** Debates that a Restate cluster runs, and that this server starts and shows. */
export interface ClusterDebates {
  runnerFor(order: Order, id: string, digest: string): RunToEnd;
  act(id: string, act: Act): Promise<void>;
}

export interface ClusterOptions {
  cluster: ClusterClient;
  configFor: ConfigFor;
  remotes: RemoteDebates;
  spending: Pick<Spending, "charge">;
  /** The server is shutting down: what it lets go of runs on. */
  closing(): boolean;
}

const FIRST_LOOK_MS = 20;
const LAST_LOOK_MS = 250;
/** How long a worker may take to begin a debate. */
const BEGIN_MS = 30_000;

export function clusterDebates(options: ClusterOptions): ClusterDebates {
  const { cluster, configFor, remotes, spending, closing } = options;

  /** A debate shows once a worker has written its first event into the journal. */
  async function appeared(id: string): Promise<RemoteDebate> {
    const begun = performance.now();
    for (let pause = FIRST_LOOK_MS; ; pause = Math.min(pause * 2, LAST_LOOK_MS)) {
      const remote = await remotes.find(id);
      if (remote && remote.events.length > 0) return remote;
      if (performance.now() - begun > BEGIN_MS) {
        throw new HttpError(
          503,
          "not_begun",
          "expected a worker to begin the debate, but none has. Check that workers run with the same journal as this server.",
        );
      }
      await after(pause);
    }
  }

  return {
    runnerFor(order, id, digest) {
      const { request, question, user, follow } = order;
      if (order.tools !== undefined) {
        throw new HttpError(
          400,
          "invalid_request",
          "expected no tools, because debates run on a Restate cluster here",
          {
            field: "tools",
          },
        );
      }
      if (request.debaters !== undefined || order.fork !== undefined) {
        throw new HttpError(
          400,
          "invalid_request",
          "on a cluster, expected a panel of the config: workers have no others, and fork nothing",
          { field: request.debaters === undefined ? "fork" : "debaters" },
        );
      }
      // Checked here, so that a wrong request is refused at once.
      const { budget } = configFor(request);
      const { panel = "", ...rules } = request;
      const changes = { ...rules, ...(budget === undefined || "open" in budget ? {} : { budget }) };
      return async ({ signal, onEvent }) => {
        const metadata = originOfOrder(order, digest);
        const userId = {
          ...(user.name === null ? {} : { userId: user.name }),
          ...(user.team === null ? {} : { teamId: user.team }),
        };
        await cluster.submit(panel, question, {
          id,
          metadata,
          changes,
          ...userId,
          ...(follow ? { follow } : {}),
        });
        const failed = cluster.attach(id).then(() => new Promise<never>(() => undefined));
        failed.catch(() => undefined);
        const remote = await Promise.race([appeared(id), failed]);
        const result = await followed(remote, signal, onEvent, () => {
          if (!closing()) cluster.cancel(id).catch(() => undefined);
        });
        const { usage, costUsd } = result;
        await spending.charge(id, user, spendOf({ attempts: usage.calls, usage, costUsd }));
        return result;
      };
    },
    async act(id, act) {
      if (act.act === "review") return cluster.review(id, act.said);
      if (act.act !== "cancel") return conversing(cluster, id, act);
      await cluster.cancel(id);
      await cluster.attach(id).catch(() => undefined);
    },
  };
}

/** A cluster accepts actions only while a debate waits for people. */
async function conversing(
  cluster: ClusterClient,
  id: string,
  act: Exclude<Act, { act: "cancel" | "review" }>,
): Promise<void> {
  try {
    if (act.act === "proceed") return await cluster.proceed(id);
    if (act.act === "say") return await cluster.say(id, act.said);
    return await cluster.speak(id, act.said.name, act.said.text);
  } catch (error) {
    const status = error instanceof Error && "status" in error ? error.status : null;
    if (status !== 409) throw error;
    throw new HttpError(
      409,
      "not_waiting",
      "expected a debate that waits for a person, got one that doesn't: try again when it waits",
    );
  }
}

/** Passes on what the journal gets, until the end. */
async function followed(
  remote: RemoteDebate,
  signal: AbortSignal,
  onEvent: (event: DebateEvent) => unknown,
  cancel: () => void,
): Promise<DebateResult<unknown>> {
  let told = 0;
  const tell = (): void => {
    for (; told < remote.events.length; told++) {
      void onEvent(remote.events[told] as StoredEvent);
    }
  };
  const left = Promise.withResolvers<never>();
  const leave = (): void => {
    cancel();
    left.reject(new AbortError(signal.reason));
  };
  left.promise.catch(() => undefined);
  const forget = remote.listen({
    changed: tell,
    deltas: (_frame, events) => events.forEach((event) => void onEvent(event)),
  });
  tell();
  if (signal.aborted) leave();
  else signal.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([remote.result, left.promise]);
  } finally {
    tell();
    forget();
    signal.removeEventListener("abort", leave);
  }
}
