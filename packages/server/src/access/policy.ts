import type { Amount } from "@rostrum/core/protocol";
import type { Visibility } from "./roles.ts";

/** Spending limits of a user, team or project. Days and months are those of UTC. */
export interface SpendingLimit {
  /** Limit on the total, without a period. */
  budget?: Partial<Amount>;
  /** Limit for debates that begin on one day. */
  perDay?: Partial<Amount>;
  /** Limit for debates that begin in one month. */
  perMonth?: Partial<Amount>;
}

/** Default visibility of debates, and spending limits. */
export interface AccessPolicy {
  /** Debates that a user sees, unless the user's token or group says otherwise. Admins see all. Default `own`. */
  sees?: Visibility;
  /** The limits of users by name. Where a user's tokens have limits too, the lower ones count. */
  users?: Record<string, SpendingLimit>;
  /** The limits of each user, except for amounts and periods that a limit of this user's own caps. Default: none. */
  everybody?: SpendingLimit;
  /** The limits of teams by name. A team's limit applies to the total spending of its users. */
  teams?: Record<string, SpendingLimit>;
  /** The projects that a request may name, with their limits, which apply to all users together. Default: none. */
  projects?: Record<string, SpendingLimit>;
}
