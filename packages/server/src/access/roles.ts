/** Roles, from fewest to most permissions. */
export type UserRole = "viewer" | "asker" | "reviewer" | "admin";

export const USER_ROLES: readonly UserRole[] = ["viewer", "asker", "reviewer", "admin"];

/** Debates that a user sees: only their own, also those of their team, or everybody's. */
export type Visibility = "own" | "team" | "all";

export const VISIBILITIES: readonly Visibility[] = ["own", "team", "all"];

/** The debates on which a role may do something: none, the user's own, those that the user sees, or all. */
export type Reach = "none" | "own" | "seen" | "all";

/** The debates on which each role may do something, from the lowest role to the highest. Every route names its act. */
export const ACTS = {
  // See panels, models, plans and one's own rights.
  look: ["all", "all", "all", "all"],
  // Read the server's metrics.
  metrics: ["all", "all", "all", "all"],
  // See what was spent.
  usage: ["own", "own", "own", "all"],
  // List, read, watch and export debates.
  read: ["seen", "seen", "seen", "all"],
  // Read what models were sent, and their replies as they came.
  inspect: ["own", "own", "seen", "all"],
  // Open an MCP session.
  connect: ["all", "all", "all", "all"],
  // Start a debate.
  ask: ["none", "all", "all", "all"],
  // Start a new debate from an earlier one.
  fork: ["none", "seen", "seen", "all"],
  // Ask a follow-up question.
  follow: ["none", "seen", "seen", "all"],
  // Take part in a debate as oneself.
  speak: ["none", "seen", "seen", "all"],
  // Give a debate a moderator's note.
  say: ["none", "own", "seen", "all"],
  // Continue a paused debate.
  proceed: ["none", "own", "seen", "all"],
  // End a debate.
  cancel: ["none", "own", "seen", "all"],
  // Settle a debate that waits for a person, or review one that is over.
  review: ["none", "none", "seen", "all"],
  // Record the outcome of a debate's answer.
  outcome: ["none", "own", "seen", "all"],
  // Assign a reviewer to a debate.
  assign: ["none", "own", "seen", "all"],
  // Make a link to a debate for people without an account.
  share: ["none", "own", "seen", "all"],
  // See the links to a debate.
  list_shares: ["none", "own", "seen", "all"],
  // Revoke a link to a debate.
  revoke_share: ["none", "own", "seen", "all"],
  // Delete a debate.
  delete: ["none", "own", "own", "all"],
  // Save or delete a panel on the server.
  save_panel: ["none", "none", "none", "all"],
  // Let a panel learn from its runs, or use an earlier version of what it learned.
  calibrate: ["none", "none", "none", "all"],
  // Read the audit log.
  audit: ["none", "none", "none", "all"],
  // Delete a user's data.
  delete_user: ["none", "none", "none", "all"],
  // See the server's users, models, failures and limits.
  operate: ["none", "none", "none", "all"],
  // Reload the config and the tokens from their files.
  reload: ["none", "none", "none", "all"],
} as const;

/** Every action that the HTTP API offers. */
export type Act = keyof typeof ACTS;

/** Returns the highest of the values by their order; null if there are none. */
export function findHighest<T>(order: readonly T[], values: readonly (T | undefined)[]): T | null {
  return order.findLast((value) => values.includes(value)) ?? null;
}

/** Acts that change nothing. Only their refusals are written to the audit log. */
const READ_ONLY: ReadonlySet<Act> = new Set([
  "look",
  "metrics",
  "usage",
  "read",
  "inspect",
  "list_shares",
  "connect",
  "operate",
]);

/** Returns true if successes are written to the audit log. Refusals always are. */
export function isAudited(name: Act): boolean {
  return !READ_ONLY.has(name);
}

export function findReach(role: UserRole, name: Act): Reach {
  return ACTS[name][USER_ROLES.indexOf(role)] ?? "none";
}
