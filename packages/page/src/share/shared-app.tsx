import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { type DebateRecord, fold } from "@rostrum/core/record";
import type { StoredEvent } from "@rostrum/core/protocol";
import { KeysHelp } from "../parts/keys-help.tsx";
import { ThemeToggle } from "../parts/theme-toggle.tsx";
import { useRoute } from "../route/use-route.ts";
import { DebatePage } from "../views/debate-page.tsx";

interface SharedAppProps {
  /** Empty if only the record is available. */
  events: readonly StoredEvent[];
  record?: DebateRecord;
  /** Text next to the date. */
  note?: string;
}

/** A debate for people without an account: the usual views, without actions. */
export function SharedApp({ events, record, note = "" }: SharedAppProps): VNode {
  const route = useRoute();
  const snapshot = useMemo(
    () => ({ events, record: record ?? fold(events), live: new Map() }),
    [events, record],
  );
  return (
    <>
      <header class="shell">
        <span class="brand">rostrum</span>
        <span class="dim small">{note}</span>
        <ThemeToggle />
      </header>
      <main id="main">
        <DebatePage
          id={snapshot.record.result.id}
          snapshot={snapshot}
          address={route.screen === "debate" ? route : { view: "debate", replyAddress: null }}
          actions={null}
        />
      </main>
      <KeysHelp />
    </>
  );
}
