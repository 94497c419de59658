import { describe, expect, test } from "vitest";
import type { Me } from "../api/endpoints.ts";
import { findRights } from "./rights.ts";

const ada: Me = {
  user: "ada",
  team: null,
  role: "asker",
  signIn: true,
  session: false,
  project: null,
  projects: [],
  acts: { review: "none", delete: "own", follow: "seen", ask: "all" },
};

describe("what a user may do", () => {
  test.each([
    ["review", "ada", false],
    ["delete", "ada", true],
    ["delete", "grace", false],
    // A debate of a server that had no users then belongs to nobody.
    ["delete", undefined, false],
    ["follow", "grace", true],
    ["ask", undefined, true],
    // An older server doesn't name the action; it refuses what is not allowed.
    ["say", "grace", true],
  ] as const)("%s a debate of %s: %s", (act, owner, expected) => {
    expect(findRights(ada).may(act, owner)).toBe(expected);
  });

  test("a server without users has no account", () => {
    expect(findRights({ ...ada, user: null, signIn: false }).me).toBeNull();
    expect(findRights(ada).me?.user).toBe("ada");
  });
});
