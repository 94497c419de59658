import { getSession, storeSession, moveToCookie, onNewSession, type Session } from "./session.ts";

/**
 * Messages between tabs. A session is normally in a cookie that all tabs share. Where that isn't possible, a new tab
 * gets it from an open one on the same origin and base path, and it ends with the last tab.
 */
type Message =
  | { kind: "ask" }
  | { kind: "session"; session: Session }
  | { kind: "cookie"; due: number | null }
  | { kind: "leaving" }
  | { kind: "left" };

interface TabEvents {
  /** This tab has a new session. */
  onSessionStored(): void;
  /** Another tab has sent its session, and this tab has stored it. */
  onSessionReceived(): void;
  /** The user is signing out in another tab, so pending requests must be sent now. */
  onSigningOut(): void;
  /** The user has signed out in another tab. */
  onSignedOut(): void;
}

/** Time for other tabs to answer. Tabs that aren't suspended answer much sooner. */
const ANSWER_TIMEOUT_MS = 200;

let channel: BroadcastChannel | null = null;
let pendingAnswer: PromiseWithResolvers<void> | null = null;
let leaving = false;
/** Number of messages from other tabs that the session is in the cookie. */
let cookieMessageCount = 0;

/** Joins the other tabs of this page, and asks them for their session. */
export function joinTabs({
  onSessionStored,
  onSessionReceived,
  onSigningOut,
  onSignedOut,
}: TabEvents): void {
  channel = new BroadcastChannel(`rostrum.tabs ${new URL(".", document.baseURI).pathname}`);
  onNewSession((session) => {
    post({ kind: "session", session });
    onSessionStored();
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
        storeSession(data.session);
        pendingAnswer?.resolve();
        onSessionReceived();
        return;
      case "cookie":
        cookieMessageCount += 1;
        moveToCookie(data.due);
        pendingAnswer?.resolve();
        onSessionReceived();
        return;
      case "leaving":
        onSigningOut();
        return;
      case "left":
        leaving = true;
        onSignedOut();
    }
  });
  if (getSession() === null) void askTabs();
}

/** Asks the other tabs for their session. Returns true if this tab got a different one. */
export async function askTabs(): Promise<boolean> {
  const before = getSession()?.token;
  const cookiesBefore = cookieMessageCount;
  if (pendingAnswer === null) {
    pendingAnswer = Promise.withResolvers();
    const { resolve } = pendingAnswer;
    setTimeout(resolve, ANSWER_TIMEOUT_MS);
    post({ kind: "ask" });
    void pendingAnswer.promise.then(() => {
      pendingAnswer = null;
    });
  }
  await pendingAnswer.promise;
  return getSession()?.token !== before || cookieMessageCount > cookiesBefore;
}

/** Tells the other tabs that the session is in the cookie. */
export function tellCookie(due: number | null): void {
  post({ kind: "cookie", due });
}

/** Tells the other tabs that the user is signing out. */
export function warnTabs(): void {
  post({ kind: "leaving" });
}

/** Tells the other tabs that the user has signed out, and leaves the channel. */
export function leaveTabs(): void {
  leaving = true;
  post({ kind: "left" });
}

function post(message: Message): void {
  channel?.postMessage(message);
}
