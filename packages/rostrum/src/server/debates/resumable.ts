import type { StoredRun } from "../../protocol/journal.ts";
import { fold, type DebateRecord } from "../../record/index.ts";
import type { Users } from "../users/users.ts";
import type { Order } from "./order.ts";
import { originOf } from "./origin.ts";

export interface Resumable {
  order: Order;
  digest: string;
  /** As far as it came. */
  before: DebateRecord;
}

/** How a stored run was ordered, so that it can be taken up; `null` when it is over, or not ours. */
export function resumable(run: StoredRun, users: Users): Resumable | null {
  const before = fold(run.events);
  const { started } = before;
  const origin = originOf(started);
  const user = users.byName(started?.userId);
  if (run.status !== "running" || !started || !origin || !user) return null;
  const { question, context = [], metadata, forkedFrom } = started;
  return {
    order: {
      request: origin.request,
      question: { text: question, context },
      user,
      client: origin.client,
      ...(origin.keyed ? { key: run.id } : {}),
      ...(metadata === undefined ? {} : { metadata }),
      ...(forkedFrom === undefined ? {} : { fork: forkedFrom }),
    },
    digest: origin.digest,
    before,
  };
}
