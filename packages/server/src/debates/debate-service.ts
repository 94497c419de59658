import { setTimeout as after } from "node:timers/promises";
import { closingError } from "../http-error.ts";
import { createAccessGate, noSuchDebate } from "./access-gate.ts";
import { createActOnDebates } from "./act-on-debates.ts";
import { createClusterRunner } from "./cluster-runner.ts";
import { isBusy, waitUntilWaiting } from "./debate-acts.ts";
import type { DebateRunner, RunnerOptions } from "./debate-runner.ts";
import { createLocalRunner } from "./local-runner.ts";
import { createPeerHost } from "./peer-host.ts";
import { waitUntilBegun } from "./prepare-run.ts";
import { createDebateReads } from "./read-debates.ts";
import { createFindRemote } from "./remote-debate.ts";
import { createRunningDebates } from "./running-debates.ts";
import type { DebateService, DebateServiceOptions } from "./service-types.ts";
import { createStartOrder } from "./start-order.ts";

export type { DebateService } from "./service-types.ts";

export function createDebateService(options: DebateServiceOptions): DebateService {
  const { journal: store, cluster } = options;
  const running = createRunningDebates(options.limits, options.observe);
  const debates = running.byId;
  const findRemote = createFindRemote(store);
  let acceptsOrders = true;
  let closing = false;
  const runnerOptions: RunnerOptions = {
    ...options,
    running,
    findRemote,
    log(line, fields) {
      if (!closing) options.log(line, fields);
    },
  };
  const runner = cluster
    ? createClusterRunner(runnerOptions, cluster)
    : createLocalRunner(runnerOptions);
  const reads = createDebateReads(store, debates, findRemote, options.shared);
  const startOrder = createStartOrder(runnerOptions, runner, createAccessGate(reads.findOwner));
  const leavePeers = store.peers?.join(createPeerHost(debates));

  return {
    ...reads,
    ...createActOnDebates(runnerOptions, runner, reads.record),
    async start(order) {
      if (!acceptsOrders) throw closingError();
      return startOrder(order);
    },
    attend: (id, hasReturned) => attend(runnerOptions, runner, id, hasReturned),
    counts() {
      const live = [...debates.values()].filter(({ over }) => !over);
      const waiting = live.filter((debate) => debate.waiting).length;
      const queued = running.queue.length();
      return { running: live.length - waiting - queued, waiting, queued };
    },
    findPlace: running.queue.findPlace,
    settingsChanged: runner.settingsChanged,
    resumeAll: runner.resumeAll,
    async drain(ms) {
      acceptsOrders = false;
      runner.stopResuming();
      running.queue.stop();
      const begun = [...debates.values()].filter(({ id }) => running.queue.findPlace(id) === null);
      await Promise.race([
        Promise.all(begun.map(waitUntilWaiting)),
        after(ms, undefined, { ref: false }),
      ]);
    },
    async suspend() {
      acceptsOrders = false;
      closing = true;
      leavePeers?.();
      const left = [...debates.values()];
      // Before the journal is closed, so that no client takes that for the end of its debate.
      for (const live of left) live.suspend();
      await runner.close();
      for (const live of left) live.abort("the server is shutting down");
      await Promise.allSettled(left.map(({ result }) => result));
    },
  };
}

/** See `attend` of `DebateService`. */
async function attend(
  { journal: store, running, findRemote }: RunnerOptions,
  runner: DebateRunner,
  id: string,
  hasReturned: boolean,
): ReturnType<DebateService["attend"]> {
  await running.findBegun(id);
  const live = await running.findContinuing(id);
  if (live) return live;
  const run = await store.read(id);
  const resumed = await runner.resume(run, { hasReturned }).catch((error: unknown) => {
    if (!isBusy(error)) throw error;
    return null;
  });
  if (resumed) {
    await waitUntilBegun(resumed);
    return resumed;
  }
  const remote = await findRemote(id);
  if (!remote) throw noSuchDebate(id);
  return remote;
}
