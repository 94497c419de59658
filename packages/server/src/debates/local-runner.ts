import { endAbandoned } from "@rostrum/runtime/api";
import type { User } from "../users/users.ts";
import { fold } from "@rostrum/core/record";
import { HttpError } from "../http-error.ts";
import { noSuchDebate } from "./access-gate.ts";
import {
  actOnLive,
  checkPeerAnswer,
  type DebateAct,
  isBusy,
  notWaiting,
  ownedElsewhereError,
  OWNER_TIMEOUT_MS,
} from "./debate-acts.ts";
import { createDebateJournals } from "./debate-journal.ts";
import type { DebateRunner, RunnerOptions } from "./debate-runner.ts";
import type { LiveDebate } from "./live-debate.ts";
import { createPrepareRun, waitUntilBegun } from "./prepare-run.ts";
import { IMMEDIATE_TICKET, type Queue, type Ticket } from "./queue.ts";
import { readStored } from "./read-debates.ts";
import { createResumeStored, type ResumeStored } from "./resume-stored.ts";
import { createResumeUnfinished } from "./resume-unfinished.ts";
import type { StartInput } from "./running-debates.ts";

/** Runs debates in this process. Other servers on the same journal may run some of them. */
export function createLocalRunner(options: RunnerOptions): DebateRunner {
  const { journal: store, running } = options;
  const journals = createDebateJournals(store);
  const panels = createPrepareRun(options);
  const resume = createResumeStored(options, begin);
  const resuming = createResumeUnfinished(options, resume);

  function begin(beginning: StartInput): LiveDebate {
    const { order, id, digest, before, patienceMs = 0, endReason } = beginning;
    const ticket = enterQueue(running.queue, beginning, order.user);
    const journal = journals.forDebate({
      patienceMs,
      turn: ticket.turn,
      endReason,
      markStored: (count) => live.markStored(count),
      beforeStoring: (events) => options.beforeStoring(id, events),
    });
    const debate = { id, digest, user: order.user, ticket, isEnding: endReason !== undefined };
    const live: LiveDebate = running.add(debate, () =>
      panels.prepareRun(order, id, digest, journal, before),
    );
    return live;
  }

  return {
    begin,
    resume,
    act: (id, act) => actWhereItRuns(options, resume, id, act),
    async cancel(id) {
      const live = await running.findBegun(id);
      await actWhereItRuns(options, resume, id, { act: "cancel" });
      return live && live.events.length > 0 ? fold(live.events) : readStored(store, id);
    },
    resumeAll: resuming.resumeAll,
    settingsChanged: () => [panels, resuming].forEach((part) => part.settingsChanged()),
    stopResuming: resuming.stop,
    async close() {
      resuming.stop();
      await journals.suspend();
    },
  };
}

/** A debate that had no reply yet when its server ended gets in line again; others continue at once. */
function enterQueue(queue: Queue, { id, before, endReason }: StartInput, user: User): Ticket {
  if (!before) return queue.enter(id, user.name);
  const hasNoReplyYet = endReason === undefined && before.result.usage.calls === 0;
  return hasNoReplyYet && before.status !== "waiting"
    ? queue.enter(id, user.name, { ignoreLimits: true })
    : IMMEDIATE_TICKET;
}

/** How often the owner is asked. Between two requests, it may have died and its debate may be free. */
const MAX_OWNER_REQUESTS = 3;

/** Acts on a debate here, or on request on the server that owns it. A debate without an owner is resumed first. */
async function actWhereItRuns(
  { journal: store, running }: RunnerOptions,
  resume: ResumeStored,
  id: string,
  act: DebateAct,
): Promise<void> {
  /** If the owner of a debate can be asked, there is no need to wait until it releases the debate. */
  const patienceMs = store.peers ? 0 : OWNER_TIMEOUT_MS;
  for (let tries = 0; ; tries++) {
    const live = await running.findBegun(id);
    if (live) return actOnLive(live, act);
    try {
      if (act.act === "cancel") return await endUnowned(store, id, patienceMs);
      const resumed = await resume(await store.read(id), { patienceMs });
      if (!resumed) throw notWaiting(act);
      await waitUntilBegun(resumed);
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (!store.peers || tries === MAX_OWNER_REQUESTS) throw ownedElsewhereError(error);
      const answer = await store.peers.ask(id, act, OWNER_TIMEOUT_MS);
      if (answer !== undefined) return checkPeerAnswer(answer);
    }
  }
}

async function endUnowned(
  store: RunnerOptions["journal"],
  id: string,
  patienceMs: number,
): Promise<void> {
  const run = await store.read(id);
  if (!run) throw noSuchDebate(id);
  if (run.status !== "running")
    throw new HttpError(409, "not_running", "the debate is already over");
  await endAbandoned(store, run, "the debate was cancelled", { patienceMs });
}
