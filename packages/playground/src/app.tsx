import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import {
  lazy,
  ThemeToggle,
  PageHead,
  parseRoute,
  noteScrolling,
  getPlace as placeOfRoute,
  scrollToPlace,
} from "@rostrum/page";
import { Guarded } from "./parts/guarded.tsx";
import { parsePlace, type Place } from "./route.ts";
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
  const place = usePlace();
  const main = useRef<HTMLElement>(null);
  const title = place.screen in TITLES ? TITLES[place.screen as keyof typeof TITLES] : "Debate";
  const screenKey = findScreen(place);
  const arrived = useRef(false);
  useLayoutEffect(() => noteScrolling(scrollPlace()), []);
  // Runs before the paint, so that a new screen never appears at the old scroll position.
  useLayoutEffect(() => {
    document.title = `${title} · rostrum playground`;
    const first = !arrived.current;
    arrived.current = true;
    if (first || !main.current) return undefined;
    main.current.focus({ preventScroll: true });
    return scrollToPlace(main.current, scrollPlace());
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
                aria-current={screen === place.screen ? "page" : undefined}
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
        <Guarded key={screenKey} at={location.hash}>
          <Screen place={place} />
        </Guarded>
      </main>
    </DropArea>
  );
}

/** Key of a screen: addresses with the same key show the same screen, perhaps in another view. */
function findScreen(place: Place): string {
  if (place.screen === "debate") return `debate ${place.id}`;
  return place.screen === "shared" ? `shared ${place.packed}` : place.screen;
}

const scrollPlace = (): string => placeOfRoute(parseRoute(location.hash));

function usePlace(): Place {
  const [place, setPlace] = useState(() => parsePlace(location.hash));
  // A layout effect, because a change of the address before the first frame would be missed.
  useLayoutEffect(() => {
    const read = (): void => setPlace(parsePlace(location.hash));
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  return place;
}

function Screen({ place }: { place: Place }): VNode {
  switch (place.screen) {
    case "ask":
      return <AskScreen />;
    case "arms":
      return <ArmsScreen />;
    case "models":
      return <ModelsScreen />;
    case "open":
      return <OpenScreen />;
    case "shared":
      return <SharedScreen packed={place.packed} />;
    case "debate":
      return <DebateScreen place={place} />;
    case "lost":
      return (
        <p>
          There is nothing at this address. <a href="#/">Ask a question</a>
        </p>
      );
  }
}
