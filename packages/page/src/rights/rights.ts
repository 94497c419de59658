import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import { getMe, type Me } from "../api/endpoints.ts";
import { noteCookie } from "../api/session.ts";
import { onSignedIn } from "../api/token.ts";
import { useLoaded } from "../feed/use-loaded.ts";

/** What the page shows only to those who may do it. The server checks every request itself. */
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
  /** `null`: this server has no users, or it could not be asked. */
  me: Me | null;
  /** `owner`: whose debate it is; absent if it is nobody's. */
  may(act: Act, owner?: string): boolean;
}

const EVERYTHING: Rights = { me: null, may: () => true };

/** `null`: not known yet. */
const Known = createContext<Rights | null>(EVERYTHING);

export const RightsProvider: typeof Known.Provider = Known.Provider;

/** What the user may do; `null`: not known yet, so what depends on it is not shown yet. */
export function useRights(): Rights | null {
  return useContext(Known);
}

/** Asks the server once, and again when somebody has signed in. */
export function useLoadedRights(): Rights | null {
  const [signedIn, setSignedIn] = useState(0);
  useEffect(() => onSignedIn(() => setSignedIn((times) => times + 1)), []);
  const { value, error } = useLoaded(getMe, String(signedIn));
  useEffect(() => {
    if (value?.session) noteCookie();
  }, [value]);
  if (value !== null) return findRights(value);
  // A server that does not say refuses what is not allowed.
  return error === null ? null : EVERYTHING;
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
