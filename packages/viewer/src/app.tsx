import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { listRuns } from "./api/endpoints.ts";
import { useLoaded } from "./feed/use-loaded.ts";
import { KeysDialog } from "./parts/keys-dialog.tsx";
import { ThemeToggle } from "./parts/theme-toggle.tsx";
import { TokenDialog } from "./parts/token-dialog.tsx";
import { hrefOf, NO_FILTERS, type Route } from "./route/route.ts";
import { useRoute } from "./route/use-route.ts";
import { AskScreen } from "./screens/ask/ask-screen.tsx";
import { CompareScreen } from "./screens/compare/compare-screen.tsx";
import { DebateScreen } from "./screens/debate/debate-screen.tsx";
import { ReviewScreen } from "./screens/review/review-screen.tsx";
import { RunsScreen } from "./screens/runs/runs-screen.tsx";

const TITLES: Record<Route["screen"], string> = {
  ask: "Ask",
  runs: "Runs",
  review: "Review",
  compare: "Compare",
  debate: "Debate",
  lost: "Nothing here",
};

/** The page: a header, and the screen that the address names. */
export function App(): VNode {
  const route = useRoute();
  const { screen } = route;
  const main = useRef<HTMLElement>(null);
  const place = route.screen === "debate" ? `debate ${route.id}` : screen;
  const waiting = useLoaded((signal) => listRuns({ status: "waiting", limit: 20 }, signal), place);
  const arrived = useRef(false);
  useEffect(() => {
    document.title = `${TITLES[screen]} · rostrum`;
    // A new screen starts at its top; the first one stays where the browser scrolled to.
    if (arrived.current) {
      main.current?.focus({ preventScroll: true });
      scrollTo(0, 0);
    }
    arrived.current = true;
  }, [place]);
  const count = waiting.value?.runs.length ?? 0;
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <header class="shell">
        <a class="brand" href="#/">
          rostrum
        </a>
        <nav aria-label="Main">
          <NavLink to={{ screen: "ask" }} at={screen} />
          <NavLink to={{ screen: "runs", filters: NO_FILTERS }} at={screen} />
          <NavLink to={{ screen: "review" }} at={screen} count={count} />
        </nav>
        <ThemeToggle />
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        <Screen route={route} reviewed={waiting.again} />
      </main>
      <TokenDialog />
      <KeysDialog />
    </>
  );
}

function NavLink({ to, at, count }: { to: Route; at: Route["screen"]; count?: number }): VNode {
  return (
    <a href={hrefOf(to)} aria-current={to.screen === at ? "page" : undefined}>
      {TITLES[to.screen]}
      {count !== undefined && count > 0 && (
        <span class="count">
          {count}
          <span class="hidden"> waiting</span>
        </span>
      )}
    </a>
  );
}

function Screen({ route, reviewed }: { route: Route; reviewed(): void }): VNode {
  switch (route.screen) {
    case "ask":
      return <AskScreen />;
    case "runs":
      return <RunsScreen filters={route.filters} />;
    case "review":
      return <ReviewScreen changed={reviewed} />;
    case "compare":
      return <CompareScreen ids={route.ids} />;
    case "debate":
      return <DebateScreen route={route} />;
    case "lost":
      return (
        <p>
          There is nothing at this address. <a href="#/">Ask a question</a>
        </p>
      );
  }
}
