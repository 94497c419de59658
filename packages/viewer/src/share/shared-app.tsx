import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import type { StoredEvent } from "../../../rostrum/src/protocol/events.ts";
import { fold } from "../../../rostrum/src/record/index.ts";
import { moment as dateOf } from "../../../rostrum/src/export/phrases.ts";
import { ThemeToggle } from "../parts/theme-toggle.tsx";
import { useRoute } from "../route/use-route.ts";
import { DebatePage } from "../views/debate-page.tsx";

/** One debate in a file: the same views, without a server. */
export function SharedApp({ events }: { events: readonly StoredEvent[] }): VNode {
  const route = useRoute();
  const moment = useMemo(() => ({ events, record: fold(events), live: new Map() }), [events]);
  const { view, cell, passage } =
    route.screen === "debate" ? route : { view: "debate" as const, cell: null, passage: undefined };
  return (
    <>
      <header class="shell">
        <span class="brand">rostrum</span>
        <span class="dim small">a debate of {dateOf(events[0]?.at ?? 0)}</span>
        <ThemeToggle />
      </header>
      <main id="main">
        <DebatePage
          id={moment.record.result.id}
          moment={moment}
          view={view}
          cell={cell}
          passage={passage}
          actions={null}
        />
      </main>
    </>
  );
}
