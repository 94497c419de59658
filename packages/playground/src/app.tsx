import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import {
  lazy,
  ThemeToggle,
  PageHead,
  parseRoute,
  storeScrollPositions,
  getScreenKey,
  restoreScrollPosition,
} from "@rostrum/page";
import { Guarded } from "./parts/guarded.tsx";
import { parsePlaygroundRoute, type PlaygroundRoute } from "./route.ts";
import { AskScreen } from "./screens/ask/ask-screen.tsx";
import { DebateScreen } from "./screens/debate/debate-screen.tsx";
import { ModelsScreen } from "./screens/models/models-screen.tsx";
import { DropArea } from "./screens/open/drop-area.tsx";
import { OpenScreen } from "./screens/open/open-screen.tsx";
import { SharedScreen } from "./screens/open/shared-screen.tsx";
import { UpdateLine } from "./offline/update-line.tsx";

const TITLES = {
  ask: "Debate",
  arms: "Side by side",
  models: "Your models",
  open: "Open",
} as const;

const ArmsScreen = lazy(async () => (await import("./screens/arms/arms-screen.tsx")).ArmsScreen);

/** Header, and the screen for the current address. */
export function App(): VNode {
  const route = usePlaygroundRoute();
  const main = useRef<HTMLElement>(null);
  const title = route.screen in TITLES ? TITLES[route.screen as keyof typeof TITLES] : "Debate";
  const screenKey = findScreenKey(route);
  const arrived = useRef(false);
  useLayoutEffect(() => storeScrollPositions(readScrollKey()), []);
  // Runs before the paint, so that a new screen never appears at the old scroll position.
  useLayoutEffect(() => {
    document.title = `${title} · rostrum playground`;
    const first = !arrived.current;
    arrived.current = true;
    if (first || !main.current) return undefined;
    main.current.focus({ preventScroll: true });
    return restoreScrollPosition(main.current, readScrollKey());
  }, [screenKey]);
  return (
    <DropArea>
      <PageHead
        main={main}
        links={
          <>
            {Object.entries(TITLES).map(([screen, name]) => (
              <a
                href={screen === "ask" ? "#/" : `#/${screen}`}
                aria-current={screen === route.screen ? "page" : undefined}
              >
                {name}
              </a>
            ))}
          </>
        }
      >
        <ThemeToggle />
      </PageHead>
      <UpdateLine />
      <main id="main" tabIndex={-1} ref={main}>
        <Guarded key={screenKey} address={location.hash}>
          <Screen route={route} />
        </Guarded>
      </main>
    </DropArea>
  );
}

/** Key of a screen: addresses with the same key show the same screen, perhaps in another view. */
function findScreenKey(route: PlaygroundRoute): string {
  if (route.screen === "debate") return `debate ${route.id}`;
  return route.screen === "shared" ? `shared ${route.packed}` : route.screen;
}

const readScrollKey = (): string => getScreenKey(parseRoute(location.hash));

function usePlaygroundRoute(): PlaygroundRoute {
  const [route, setRoute] = useState(() => parsePlaygroundRoute(location.hash));
  // A layout effect, because a change of the address before the first frame would be missed.
  useLayoutEffect(() => {
    const read = (): void => setRoute(parsePlaygroundRoute(location.hash));
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return route;
}

function Screen({ route }: { route: PlaygroundRoute }): VNode {
  switch (route.screen) {
    case "ask":
      return <AskScreen />;
    case "arms":
      return <ArmsScreen />;
    case "models":
      return <ModelsScreen />;
    case "open":
      return <OpenScreen />;
    case "shared":
      return <SharedScreen packed={route.packed} />;
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
