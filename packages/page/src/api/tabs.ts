import { getSession, keepSession, moveToCookie, onKept, type Session } from "./session.ts";

/*
 * A session is in a cookie that all tabs share. Where that is not possible, a new tab gets it from one that is
 * open, so that nobody signs in twice: it passes from tab to tab, on the same origin and the same base path, and is
 * gone with the last of them.
 */
type Message =
  | { kind: "ask" }
  | { kind: "session"; session: Session }
  | { kind: "cookie"; due: number | null }
  | { kind: "leaving" }
  | { kind: "left" };

interface TabEvents {
  /** This tab has a new session. */
  kept(): void;
  /** Another tab has passed on its session, which this tab has kept. */
  arrived(): void;
  /** The user is signing out in another tab: what is still to be sent must be sent now. */
  leaving(): void;
  /** The user has signed out in another tab. */
  left(): void;
}

/** Tabs that are awake answer much sooner. */
const PATIENCE_MS = 200;

let channel: BroadcastChannel | null = null;
let asked: PromiseWithResolvers<void> | null = null;
let leaving = false;
/** How often another tab has said that the session is in the cookie. */
let cookies = 0;

/** Joins the other tabs of this page, and asks them who is signed in. */
export function joinTabs({ kept, arrived, leaving: end, left }: TabEvents): void {
  channel = new BroadcastChannel(`rostrum.tabs ${new URL(".", document.baseURI).pathname}`);
  onKept((session) => {
    post({ kind: "session", session });
    kept();
  });
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (leaving) return;
    switch (data.kind) {
      case "ask": {
        const session = getSession();
        if (session) post({ kind: "session", session });
        return;
      }
      case "session":
        keepSession(data.session);
        asked?.resolve();
        arrived();
        return;
      case "cookie":
        cookies += 1;
        moveToCookie(data.due);
        asked?.resolve();
        arrived();
        return;
      case "leaving":
        end();
        return;
      case "left":
        leaving = true;
        left();
    }
  });
  if (getSession() === null) void askTabs();
}

/** Asks the other tabs for their session. Whether one of them had another than this tab. */
export async function askTabs(): Promise<boolean> {
  const before = getSession()?.token;
  const cookiesBefore = cookies;
  if (asked === null) {
    asked = Promise.withResolvers();
    const { resolve } = asked;
    setTimeout(resolve, PATIENCE_MS);
    post({ kind: "ask" });
    void asked.promise.then(() => {
      asked = null;
    });
  }
  await asked.promise;
  return getSession()?.token !== before || cookies > cookiesBefore;
}

/** Tells the other tabs that the session is in the cookie now. */
export function tellCookie(due: number | null): void {
  post({ kind: "cookie", due });
}

/** Tells the other tabs that the user is signing out. */
export function warnTabs(): void {
  post({ kind: "leaving" });
}

/** Tells the other tabs that the user has signed out, and answers them no longer. */
export function leaveTabs(): void {
  leaving = true;
  post({ kind: "left" });
}

function post(message: Message): void {
  channel?.postMessage(message);
}
