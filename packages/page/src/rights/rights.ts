import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { getMe, type Me } from "../api/endpoints.ts";
import { noteCookie } from "../api/session.ts";
import { onSignedIn } from "../api/token.ts";
import { useLoaded } from "../feed/use-loaded.ts";

/** Actions that the page hides from users without the right. The server checks every request itself. */
export type Act =
  | "ask"
  | "fork"
  | "follow"
  | "speak"
  | "say"
  | "proceed"
  | "cancel"
  | "review"
  | "outcome"
  | "calibrate"
  | "delete"
  | "assign"
  | "share"
  | "operate";

export interface Rights {
  /** Null if this server has no users or didn't answer. */
  me: Me | null;
  /** `owner`: user who asked the question, if any. */
  may(act: Act, owner?: string): boolean;
}

const ALL_RIGHTS: Rights = { me: null, may: () => true };

/** Null while loading. */
const RightsContext = createContext<Rights | null>(ALL_RIGHTS);

export const RightsProvider: typeof RightsContext.Provider = RightsContext.Provider;

/** Rights of the user. Null while loading, so that actions appear only when allowed. */
export function useRights(): Rights | null {
  return useContext(RightsContext);
}

/** Loads the rights once, and again after a sign-in. */
export function useLoadedRights(): Rights | null {
  const [signedIn, setSignedIn] = useState(0);
  useEffect(() => onSignedIn(() => setSignedIn((times) => times + 1)), []);
  const { value, error } = useLoaded(getMe, String(signedIn));
  useEffect(() => {
    if (value?.session) noteCookie();
  }, [value]);
  if (value !== null) return findRights(value);
  // If the server doesn't answer, everything is offered, and the server refuses what isn't allowed.
  return error === null ? null : ALL_RIGHTS;
}

export function findRights(me: Me): Rights {
  return {
    me: me.signIn ? me : null,
    may(act, owner) {
      const reach = me.acts[act] ?? "all";
      return reach === "own" ? owner !== undefined && owner === me.user : reach !== "none";
    },
  };
}

/** True if a run waits for this user to answer. On a server without users, anybody may. */
export function isMyTurn(names: readonly string[], rights: Rights | null): boolean {
  if (!rights) return false;
  return rights.me === null || names.includes(rights.me.user ?? "");
}
