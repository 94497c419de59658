import { render } from "preact";
import { leavePage } from "./account/sign-out.ts";
import { describeError } from "./api/api-error.ts";
import { notePendingMove } from "./api/session.ts";
import { joinTabs } from "./api/tabs.ts";
import { answerWithSession, lastSignIn } from "./api/token.ts";
import { App } from "./app.tsx";
import { reviews } from "./review/use-pending.ts";
import { restoreTheme } from "./parts/theme.ts";
import { readShareToken, setRoutePrefix } from "./route/route.ts";
import "./style/index.css";

restoreTheme();

async function start(): Promise<void> {
  const token = readShareToken(location.hash);
  // A link's page has no session and no other screens, so leaving it reloads the page.
  addEventListener("hashchange", () => {
    if (readShareToken(location.hash) !== token) location.reload();
  });
  if (token !== null) return showShared(token);
  // An identity provider redirects back with its answer in the query.
  if (/[?&]state=/.test(location.search) && (await endSignIn())) return;
  joinTabs({
    onSessionStored: shareSession,
    onSessionReceived: answerWithSession,
    onSigningOut: () => reviews.flush(),
    onSignedOut: leavePage,
  });
  document.body.replaceChildren();
  render(<App />, document.body);
}

async function showShared(token: string): Promise<void> {
  setRoutePrefix("shared", token);
  const { LinkApp } = await import("./share/link-app.tsx");
  document.body.replaceChildren();
  render(<LinkApp token={token} />, document.body);
}

/** Moves this tab's session into a cookie for all tabs. If that fails, it stays in the tab. */
function shareSession(): void {
  notePendingMove(
    import("./api/start-session.ts")
      .then(({ startSession }) => startSession())
      .catch(() => undefined),
  );
}

/** Returns true if this window was opened only to sign in for another tab. */
async function endSignIn(): Promise<boolean> {
  try {
    const {
      completeRedirect: comeBack,
      isSignInWindow: isPassing,
      passAnswerOn: passOn,
    } = await import("./api/sign-in.ts");
    if (isPassing()) {
      document.body.replaceChildren(
        "Go on in the tab where you signed in. This window can be closed.",
      );
      passOn();
      return true;
    }
    await comeBack();
    shareSession();
  } catch (error) {
    lastSignIn.error = describeError(error);
  }
  return false;
}

void start();
