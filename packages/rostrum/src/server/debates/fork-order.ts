import type { DebateRecord } from "../../record/index.ts";
import { HttpError } from "../http-error.ts";
import type { ForkRequest } from "../schemas/debate-request.ts";
import type { User } from "../users/users.ts";
import type { Order } from "./order.ts";
import { originOf } from "./origin.ts";

/** A debate that goes on from another's rounds, held as that one was but for what the request changes. */
export function forkOrder(
  id: string,
  { started }: DebateRecord,
  { fromRound, id: ownId, ...changes }: ForkRequest,
  user: User,
): Order {
  const origin = originOf(started);
  if (!started || (!origin && changes.panel === undefined)) {
    throw new HttpError(
      409,
      "not_ours",
      "it was not started by this server: name a panel to go on with",
    );
  }
  const { panel, debaters, ...kept } = origin?.request ?? {};
  // Another panel takes the place of the one before, however that was put together.
  const base = changes.panel === undefined ? { ...kept, panel, debaters } : kept;
  return {
    request: { ...defined(base), ...changes },
    question: { text: started.question, context: started.context ?? [] },
    user,
    client: "rest",
    fork: { id, fromRound },
    ...(ownId === undefined ? {} : { id: ownId }),
  };
}

function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T;
}
