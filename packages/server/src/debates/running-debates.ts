import type { ServerLimits } from "../options.ts";
import type { User } from "../users/users.ts";
import type { DebateRecord } from "@rostrum/core/record";
import type { Order } from "./debate-order.ts";
import { createLiveDebate, type LiveDebate, type RunToEnd } from "./live-debate.ts";
import { createQueue, type Queue, type Ticket } from "./queue.ts";

/** Input of a debate that begins or continues. */
export interface StartInput {
  order: Order;
  id: string;
  digest: string;
  /** The record so far of a debate that is resumed. */
  before?: DebateRecord;
  /** How long another process may take to release it. Default 0. */
  patienceMs?: number;
  /** Reason why no further call may be made: the run only ends with the replies that it has. */
  endReason?: string;
}

interface NewDebate {
  id: string;
  digest: string;
  user: User;
  ticket: Ticket;
  /** True if it only ends with the replies that it has. */
  isEnding: boolean;
}

/** The debates that go on in this process, or that it follows on a cluster. */
export interface RunningDebates {
  readonly byId: ReadonlyMap<string, LiveDebate>;
  readonly queue: Queue;
  /** Runs a debate, until its end. If it can't be prepared, its ticket is given up. */
  add(debate: NewDebate, prepare: () => RunToEnd): LiveDebate;
  /** Finds a debate that has begun. One that was only requested may turn out to run elsewhere. */
  findBegun(id: string): Promise<LiveDebate | undefined>;
  /** Finds a debate that goes on. Waits for the end of one that is about to end. */
  findContinuing(id: string): Promise<LiveDebate | undefined>;
}

/** `observe` is called for every debate. */
export function createRunningDebates(
  limits: Required<ServerLimits>,
  observe: (live: LiveDebate) => void,
): RunningDebates {
  const debates = new Map<string, LiveDebate>();
  const queue = createQueue(limits, debates, (id) => debates.get(id)?.placeChanged());
  return {
    byId: debates,
    queue,
    add({ id, digest, user: { name: user, team }, ticket, isEnding }, prepare) {
      const runToEnd = prepareOrLeave(prepare, ticket);
      const live = createLiveDebate({ id, user, team, digest }, runToEnd, isEnding);
      debates.set(id, live);
      observe(live);
      const remove = (): void => {
        if (debates.get(id) === live) debates.delete(id);
        ticket.leave();
        queue.admit();
      };
      // A debate that waits for a person frees its slot.
      live.listen({ changed: () => live.waiting && queue.admit() });
      live.result.then(remove, remove);
      return live;
    },
    async findBegun(id) {
      await debates.get(id)?.begun.catch(() => undefined);
      return debates.get(id);
    },
    async findContinuing(id) {
      const live = debates.get(id);
      if (!live?.isEnding) return live;
      await live.result.catch(() => undefined);
      return debates.get(id);
    },
  };
}

function prepareOrLeave(prepare: () => RunToEnd, ticket: Ticket): RunToEnd {
  try {
    const runToEnd = prepare();
    return (options) => {
      options.signal.addEventListener("abort", ticket.leave, { once: true });
      return runToEnd(options);
    };
  } catch (error) {
    ticket.leave();
    throw error;
  }
}
