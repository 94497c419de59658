import { getSession, keepSession, onKept, type Session } from "./session.ts";

/*
 * A new tab gets its session from one that is open, so that nobody signs in twice. The session is
 * never stored for longer than a tab: it passes from tab to tab, on the same origin and the same
 * base path, and is gone with the last of them.
 */
type Message = { kind: "ask" } | { kind: "session"; session: Session } | { kind: "left" };

interface TabEvents {
  /** Another tab has passed on its session, which this tab has kept. */
  arrived(): void;
  /** The user has signed out in another tab. */
  left(): void;
}

/** Tabs that are awake answer much sooner. */
const PATIENCE_MS = 200;

let channel: BroadcastChannel | null = null;
let asked: PromiseWithResolvers<void> | null = null;
let leaving = false;

/** Joins the other tabs of this page, and asks them who is signed in. */
export function joinTabs({ arrived, left }: TabEvents): void {
  channel = new BroadcastChannel(`rostrum.tabs ${new URL(".", document.baseURI).pathname}`);
  onKept((session) => post({ kind: "session", session }));
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
  return getSession()?.token !== before;
}

/** Tells the other tabs that the user has signed out, and answers them no longer. */
export function leaveTabs(): void {
  leaving = true;
  post({ kind: "left" });
}

function post(message: Message): void {
  channel?.postMessage(message);
}
