import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { AccountButton } from "./account/account-button.tsx";
import { isMyTurn, RightsProvider, useLoadedRights } from "./rights/rights.ts";
import { listRuns } from "./api/endpoints.ts";
import { useLoaded } from "./feed/use-loaded.ts";
import { PaletteButton } from "./palette/palette-button.tsx";
import { KeysHelp } from "./parts/keys-help.tsx";
import { lazy } from "./parts/lazy.tsx";
import { ThemeToggle } from "./parts/theme-toggle.tsx";
import { TokenQuestion } from "./parts/token-question.tsx";
import { PageHead } from "./parts/page-head.tsx";
import { findRecordedName } from "./recorded/recorded-id.ts";
import { formatRoute, LAST_MONTH, NO_FILTERS, type Route } from "./route/route.ts";
import {
  storeScrollPositions,
  getScreenKey,
  restoreScrollPosition,
} from "./route/scroll-position.ts";
import { useRoute } from "./route/use-route.ts";
import { usePending } from "./review/use-pending.ts";
import { HeldDecisions } from "./review/held-decisions.tsx";

// Each screen is a separate chunk, so that a reader of a debate doesn't download the question form.
const AskScreen = lazy(async () => (await import("./screens/ask/ask-screen.tsx")).AskScreen);
const DebateScreen = lazy(
  async () => (await import("./screens/debate/debate-screen.tsx")).DebateScreen,
);
const RunsScreen = lazy(async () => (await import("./screens/runs/runs-screen.tsx")).RunsScreen);
const ReviewScreen = lazy(
  async () => (await import("./screens/review/review-screen.tsx")).ReviewScreen,
);
const CompareScreen = lazy(
  async () => (await import("./screens/compare/compare-screen.tsx")).CompareScreen,
);
const PanelsScreen = lazy(
  async () => (await import("./screens/panels/panels-screen.tsx")).PanelsScreen,
);
const RecordedScreen = lazy(
  async () => (await import("./recorded/recorded-screen.tsx")).RecordedScreen,
);
const UsageScreen = lazy(
  async () => (await import("./screens/usage/usage-screen.tsx")).UsageScreen,
);

const AdminScreen = lazy(
  async () => (await import("./screens/admin/admin-screen.tsx")).AdminScreen,
);

const TITLES: Record<Route["screen"], string> = {
  ask: "Ask",
  runs: "Runs",
  review: "To decide",
  panels: "Panels",
  usage: "Usage",
  admin: "Admin",
  compare: "Compare",
  debate: "Debate",
  lost: "Page not found",
};

const MAX_LOADED = 20;

/** Page header and the screen for the current address. */
export function App(): VNode {
  const route = useRoute();
  const { screen } = route;
  const main = useRef<HTMLElement>(null);
  const screenKey = getScreenKey(route);
  const waiting = useLoaded(
    (signal) => listRuns({ status: "waiting", limit: MAX_LOADED }, signal),
    screenKey,
  );
  useLayoutEffect(closeDialogs, [route]);
  const arrived = useRef(false);
  useLayoutEffect(() => storeScrollPositions(screenKey), []);
  // Runs before the paint, so that a new screen never appears at the old scroll position.
  useLayoutEffect(() => {
    document.title = `${TITLES[screen]} · rostrum`;
    // On the first screen, keeps the browser's own scroll position.
    const first = !arrived.current;
    arrived.current = true;
    if (first || !main.current) return undefined;
    main.current.focus({ preventScroll: true });
    return restoreScrollPosition(main.current, screenKey);
  }, [screenKey]);
  const rights = useLoadedRights();
  // Debates that were reviewed on this page no longer wait, even before the server knows.
  const decidedIds = new Set(
    usePending().flatMap(({ id, state }) => (state === "failed" ? [] : [id])),
  );
  const waitingRuns = (waiting.value?.runs ?? []).filter(({ id }) => !decidedIds.has(id));
  // A person on a panel answers; reviewers decide the others.
  const count = waitingRuns.filter(({ waitsFor, user }) =>
    waitsFor ? isMyTurn(waitsFor, rights) : rights?.may("review", user),
  ).length;
  const isPartial = (waiting.value?.next ?? null) !== null;
  const badge = count > 0 && (
    <span class="count">
      {isPartial ? `${count}+` : count}
      <span class="hidden"> waiting</span>
    </span>
  );
  return (
    <RightsProvider value={rights}>
      <PageHead
        main={main}
        badge={badge}
        links={
          <>
            <NavLink to={{ screen: "ask" }} currentScreen={screen} />
            <NavLink to={{ screen: "runs", filters: NO_FILTERS }} currentScreen={screen} />
            <NavLink to={{ screen: "review", mine: false }} currentScreen={screen}>
              {badge}
            </NavLink>
            <NavLink to={{ screen: "panels" }} currentScreen={screen} />
            <NavLink to={{ screen: "usage", view: LAST_MONTH }} currentScreen={screen} />
            {rights?.may("operate") && (
              <NavLink to={{ screen: "admin", tab: "models" }} currentScreen={screen} />
            )}
          </>
        }
      >
        <div class="shell-tools">
          <PaletteButton />
          <ThemeToggle />
          <AccountButton />
        </div>
      </PageHead>
      <main id="main" tabIndex={-1} ref={main}>
        <Screen route={route} reviewed={waiting.reload} />
      </main>
      <HeldDecisions route={route} />
      <TokenQuestion />
      <KeysHelp />
    </RightsProvider>
  );
}

/** Going back closes open dialogs, except for the sign-in. */
function closeDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]:not(.sign-in)"))
    dialog.close();
}

interface NavLinkProps {
  to: Route;
  currentScreen: Route["screen"];
  children?: ComponentChildren;
}

function NavLink({ to, currentScreen, children }: NavLinkProps): VNode {
  return (
    <a href={formatRoute(to)} aria-current={to.screen === currentScreen ? "page" : undefined}>
      {TITLES[to.screen]}
      {children}
    </a>
  );
}

function Screen({ route, reviewed }: { route: Route; reviewed(): void }): VNode {
  switch (route.screen) {
    case "ask":
      return <AskScreen panel={route.panel} />;
    case "runs":
      return <RunsScreen filters={route.filters} />;
    case "review":
      return <ReviewScreen key={String(route.mine)} mine={route.mine} onChange={reviewed} />;
    case "panels":
      return <PanelsScreen panel={route.panel} />;
    case "usage":
      return <UsageScreen view={route.view} />;
    case "admin":
      return <AdminScreen tab={route.tab} />;
    case "compare":
      return <CompareScreen ids={route.ids} />;
    case "debate": {
      const recorded = findRecordedName(route.id);
      return recorded === null ? (
        <DebateScreen route={route} />
      ) : (
        <RecordedScreen name={recorded} route={route} />
      );
    }
    case "lost":
      return (
        <div>
          <h1>Page not found</h1>
          <p class="empty">
            There is nothing at this address. <a href="#/">Ask a question</a>, or look for a run
            among <a href={formatRoute({ screen: "runs", filters: NO_FILTERS })}>all runs</a>.
          </p>
        </div>
      );
  }
}
