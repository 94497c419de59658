import type { RunOwner } from "@rostrum/runtime/journal";
import { HttpError } from "../http-error.ts";
import type { User } from "../users/users.ts";
import { findReach, USER_ROLES, type Act } from "../access/roles.ts";

/** Decides who may do what to which debate. */
export interface AccessGate {
  /** Refuses a user whose role doesn't allow the action on any debate. */
  allow(user: User, act: Act): void;
  /** Also refuses if the user may not see this debate, or may not do this to it. */
  reach(user: User, act: Act, id: string): Promise<void>;
  /** Returns true if `reach` would let the user through. */
  mayReach(user: User, act: Act, id: string): Promise<boolean>;
  /** Restricts a list to debates that the user may see. */
  visibleTo(user: User): { visibleTo?: { user: string; team?: string } };
}

export function createAccessGate(
  ownerOf: (id: string) => Promise<RunOwner | undefined>,
): AccessGate {
  function allow(user: User, act: Act): void {
    if (findReach(user.role, act) === "none") throw roleError(user, act);
  }
  async function reachDebate(user: User, act: Act, id: string): Promise<void> {
    allow(user, act);
    const reach = findReach(user.role, act);
    const seesAll = reach === "all" || user.sees === "all";
    if (seesAll && reach !== "own") return;
    const owner = await ownerOf(id);
    if (owner === undefined) throw noSuchDebate(id);
    // The answer is the same as for a debate that doesn't exist; only the audit log tells them apart.
    if (!seesAll && !canSee(user, owner)) throw noSuchDebate(id, { audited: "not_visible" });
    if (reach === "own" && owner.user !== user.name) throw notOwnerError(act);
  }
  return {
    allow,
    reach: reachDebate,
    async mayReach(user, act, id) {
      try {
        await reachDebate(user, act, id);
        return true;
      } catch (error) {
        if (error instanceof HttpError) return false;
        throw error;
      }
    },
    visibleTo(user) {
      if (user.sees === "all") return {};
      const team = user.sees === "team" && user.team !== null ? { team: user.team } : {};
      return { visibleTo: { user: user.name ?? "", ...team } };
    },
  };
}

function canSee({ name, team, sees: visibility }: User, owner: RunOwner): boolean {
  if (name !== null && owner.user === name) return true;
  return visibility === "team" && team !== null && owner.team === team;
}

export function noSuchDebate(id: string, details: { audited?: string } = {}): HttpError {
  return new HttpError(404, "not_found", `there is no debate "${id}"`, details);
}

function roleError(user: User, act: Act): HttpError {
  const lowestRole = USER_ROLES.find((role) => findReach(role, act) !== "none") ?? "admin";
  const expected = lowestRole === "admin" ? "admin" : `${lowestRole} or a higher one`;
  const message = `expected the role ${expected}, got ${user.role}: ask an admin of this server to change your role`;
  return new HttpError(403, "forbidden", message);
}

function notOwnerError(act: Act): HttpError {
  const message = `expected a debate of your own, got another user's: your role allows this action (${act}) only on your own debates`;
  return new HttpError(403, "forbidden", message);
}
