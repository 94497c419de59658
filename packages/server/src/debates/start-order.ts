import { randomUUID } from "node:crypto";
import type { StoredRun } from "@rostrum/core/protocol";
import { fold } from "@rostrum/core/record";
import { omitUndefined } from "@rostrum/core/support";
import { HttpError, invalidRequest } from "../http-error.ts";
import type { User } from "../users/users.ts";
import type { AccessGate } from "./access-gate.ts";
import { isBusy } from "./debate-acts.ts";
import { computeDigest, type Order, readOrigin } from "./debate-order.ts";
import type { DebateRunner, RunnerOptions } from "./debate-runner.ts";
import { explainStartFailure, waitUntilBegun } from "./prepare-run.ts";
import { refuseUnlessFitting } from "./refuse-unless-fitting.ts";
import type { RunningDebates } from "./running-debates.ts";
import type { DebateService } from "./service-types.ts";

type Start = DebateService["start"];

export function createStartOrder(
  options: RunnerOptions,
  runner: DebateRunner,
  gate: AccessGate,
): Start {
  const { journal: store, running, users, configFor } = options;
  const findDuplicate = createFindDuplicate(running, gate);

  return async (requestedOrder) => {
    const user = users.forProject(requestedOrder.user, requestedOrder.project);
    const order = nameDefaultPanel({ ...requestedOrder, user }, options.defaultPanel);
    const { request, fork, follow } = order;
    // Whichever way a request names the earlier debate, its user must be allowed to see it.
    if (follow) await gate.reach(user, "follow", follow.id);
    if (fork) await gate.reach(user, "fork", fork.id);
    const { id, digest, isNew } = identify(order);
    const run = isNew || running.byId.has(id) ? undefined : await store.read(id);
    // A duplicate request may have arrived while the journal was read, so running debates are checked first.
    if (running.byId.has(id) || run) return findDuplicate(id, digest, run, user);
    // A debate keeps the version of a saved panel that it began with.
    const saved = order.saved ?? (await options.saved.named(request));
    const learned = await options.learned.current(request, saved);
    await refuseUnlessFitting(order, configFor(request, saved, learned), options);
    // A duplicate request may have arrived while the limits were read.
    if (running.byId.has(id)) return findDuplicate(id, digest, undefined, user);
    const panelState = omitUndefined({ saved, learned });
    const live = runner.begin({ order: { ...order, ...panelState }, id, digest });
    try {
      await live.begun;
    } catch (error) {
      // Another server got the same request at the same moment.
      if (isBusy(error)) return findDuplicate(id, digest, await store.read(id), user);
      throw explainStartFailure(error);
    }
    return { id, created: true, live };
  };
}

/** Names the panel explicitly, so that the request means the same if the server's default changes. */
function nameDefaultPanel(order: Order, defaultPanel: () => string): Order {
  const { request } = order;
  return request.debaters ? order : { ...order, request: { panel: defaultPanel(), ...request } };
}

function identify(order: Order): { id: string; digest: string; isNew: boolean } {
  const { request, question, fork, follow, tools, user, key } = order;
  // One of them would have to be ignored, and a key that is ignored doesn't prevent that a repeated request is paid again.
  if (key !== undefined && order.id !== undefined)
    throw invalidRequest("id", "expected an id or an Idempotency-Key, got both");
  const digest = computeDigest({ request, question, fork, follow, tools });
  // Derived from user and key, so that a repeated key leads to the same debate.
  const keyId = key === undefined ? undefined : `key-${computeDigest([user.name, key])}`;
  const requestedId = order.id ?? keyId;
  return {
    id: requestedId ?? randomUUID(),
    digest,
    isNew: requestedId === undefined || order.fresh === true,
  };
}

/** Returns the debate that was requested earlier under the same id. */
function createFindDuplicate(
  running: RunningDebates,
  gate: AccessGate,
): (id: string, digest: string, run: StoredRun | undefined, user: User) => ReturnType<Start> {
  return async (id, digest, run, user) => {
    const live = await running.findContinuing(id);
    const { started } = fold(run?.events ?? []);
    const earlierDigest = live?.digest ?? readOrigin(started)?.digest;
    // A debate that another process has only just opened has no events yet that would show its digest.
    const isDigestUnknown =
      live === undefined && run?.status === "running" && run.events.length === 0;
    // Users who may not see the debate get the same error as for any other request about it.
    if (!isDigestUnknown) await gate.reach(user, "read", id);
    if (earlierDigest !== digest && !isDigestUnknown) {
      const message = `"${id}" is another debate: use a new id or key for a new request`;
      throw new HttpError(409, "conflict", message);
    }
    if (live) await waitUntilBegun(live);
    return { id, created: false, live: live ?? null };
  };
}
