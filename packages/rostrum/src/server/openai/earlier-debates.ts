import type { DebateRecord } from "../../record/index.ts";
import type { Gate } from "../access/gate.ts";
import type { DebateService } from "../debates/debate-service.ts";
import type { User } from "../users/users.ts";

/** Reads a debate that a request refers to, if its user may read it or follow it up. */
export type ReadEarlier = (id: string, act: "read" | "follow") => Promise<DebateRecord>;

export function createReadEarlier(
  user: User,
  { gate, service }: { gate: Gate; service: Pick<DebateService, "record"> },
): ReadEarlier {
  return async (id, act) => {
    await gate.reach(user, act, id);
    return service.record(id);
  };
}
