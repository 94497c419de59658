import type { Amount } from "@rostrum/core/protocol";
import type { Visibility } from "./roles.ts";

/** What somebody may spend. Days and months are those of UTC. */
export interface SpendingLimit {
  /** In all, for ever. */
  budget?: Partial<Amount>;
  /** By debates that begin on one day. */
  perDay?: Partial<Amount>;
  /** By debates that begin in one month. */
  perMonth?: Partial<Amount>;
}

/** Who sees what, and who may spend how much. */
export interface AccessPolicy {
  /** Whose debates a user sees, unless the user's token or group says otherwise. Admins see all. Default `all`. */
  sees?: Visibility;
  /** The limits of users by name. */
  users?: Record<string, SpendingLimit>;
  /** The limit of each user who has no limit by name. Default: none. */
  everybody?: SpendingLimit;
  /** The limits of teams by name. A team's limit applies to the total spending of its users. */
  teams?: Record<string, SpendingLimit>;
  /** The projects that a request may name, with their limits, which apply to all users together. Default: none. */
  projects?: Record<string, SpendingLimit>;
}
