/** What a user may do, from least to most. */
export type UserRole = "viewer" | "asker" | "reviewer" | "admin";

export const USER_ROLES: readonly UserRole[] = ["viewer", "asker", "reviewer", "admin"];

/** Whose debates a user sees: only their own, also those of their team, or everybody's. */
export type Visibility = "own" | "team" | "all";

export const VISIBILITIES: readonly Visibility[] = ["own", "team", "all"];

/**
 * The debates on which a role may do something: none, the user's own, those that the user sees, or
 * all.
 */
export type Reach = "none" | "own" | "seen" | "all";

interface ActSpec {
  /** A description for people. */
  does: string;
  viewer: Reach;
  asker: Reach;
  reviewer: Reach;
  admin: Reach;
  /** Whether a success is written to the audit log. Refusals are always written. */
  audited: boolean;
}

function act(
  does: string,
  [viewer, asker, reviewer, admin]: [Reach, Reach, Reach, Reach],
  audited = true,
): ActSpec {
  return { does, viewer, asker, reviewer, admin, audited };
}

/** Everything that can be done over HTTP. */
export type Act =
  | "look"
  | "metrics"
  | "usage"
  | "read"
  | "connect"
  | "ask"
  | "fork"
  | "follow"
  | "speak"
  | "say"
  | "proceed"
  | "cancel"
  | "review"
  | "delete"
  | "save_panel"
  | "audit"
  | "delete_user";

/** Who may do what. Every route names its act. */
export const ACTS: Record<Act, ActSpec> = {
  look: act("see panels, models, plans and one's own rights", ["all", "all", "all", "all"], false),
  metrics: act("read the server's metrics", ["all", "all", "all", "all"], false),
  usage: act("see what was spent", ["own", "own", "own", "all"], false),
  read: act("list, read, watch and export debates", ["seen", "seen", "seen", "all"], false),
  connect: act("open an MCP session", ["all", "all", "all", "all"], false),
  ask: act("start a debate", ["none", "all", "all", "all"]),
  fork: act("start a new debate from an earlier one", ["none", "seen", "seen", "all"]),
  follow: act("ask a follow-up question", ["none", "seen", "seen", "all"]),
  speak: act("take part in a debate as oneself", ["none", "seen", "seen", "all"]),
  say: act("give a debate a moderator's note", ["none", "own", "seen", "all"]),
  proceed: act("continue a paused debate", ["none", "own", "seen", "all"]),
  cancel: act("end a debate", ["none", "own", "seen", "all"]),
  review: act("settle a debate that waits for a person, or review one that is over", [
    "none",
    "none",
    "seen",
    "all",
  ]),
  delete: act("delete a debate", ["none", "own", "own", "all"]),
  save_panel: act("save or delete a panel on the server", ["none", "none", "none", "all"]),
  audit: act("read the audit log", ["none", "none", "none", "all"]),
  delete_user: act("delete a user's data", ["none", "none", "none", "all"]),
};

export function findReach(role: UserRole, name: Act): Reach {
  return ACTS[name][role];
}

/** The lowest role that allows the action at all. */
export function findLeastRole(name: Act): UserRole {
  return USER_ROLES.find((role) => ACTS[name][role] !== "none") ?? "admin";
}
