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
import { formatPlace, type Place } from "./route.ts";
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

/** The playground: a header, and the screen that the address names. */
export function App(): VNode {
  const place = usePlace();
  const main = useRef<HTMLElement>(null);
  const title = place.screen in TITLES ? TITLES[place.screen as keyof typeof TITLES] : "Debate";
  const shown = findScreen(place);
  const arrived = useRef(false);
  useLayoutEffect(() => noteScrolling(scrollPlace()), []);
  // Before the screen is painted, so that it is never seen at the place of another.
  useLayoutEffect(() => {
    document.title = `${title} · rostrum playground`;
    const first = !arrived.current;
    arrived.current = true;
    if (first || !main.current) return undefined;
    main.current.focus({ preventScroll: true });
    return scrollToPlace(main.current, scrollPlace());
  }, [shown]);
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
        <Guarded key={shown} at={location.hash}>
          <Screen place={place} />
        </Guarded>
      </main>
    </DropArea>
  );
}

/** Addresses with the same one show the same screen, or other views of it. */
function findScreen(place: Place): string {
  if (place.screen === "debate") return `debate ${place.id}`;
  return place.screen === "shared" ? `shared ${place.packed}` : place.screen;
}

const scrollPlace = (): string => placeOfRoute(parseRoute(location.hash));

function usePlace(): Place {
  const [place, setPlace] = useState(() => formatPlace(location.hash));
  // At once: an address that changed before the first frame would be missed.
  useLayoutEffect(() => {
    const read = (): void => setPlace(formatPlace(location.hash));
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
