import type { ComponentType, VNode } from "preact";
import { useMemo } from "preact/hooks";
import { type DebateRecord, mapLabelsToNames } from "@rostrum/core/record";
import { numberAnswers } from "@rostrum/core/export";
import { escapeInvisible } from "@rostrum/core/support";
import type { DebateSnapshot } from "../feed/feed.ts";
import { useNamedSnapshot } from "../feed/use-named-snapshot.ts";
import type { DebaterNames } from "../markdown/debater-names.ts";
import { chooseSymbols, SymbolsContext } from "../parts/symbols.ts";
import { lazy } from "../parts/lazy.tsx";
import {
  DEBATE_VIEWS,
  type DebateAddress,
  debateHref,
  type DebateView as View,
} from "../route/route.ts";
import type { Actions } from "./actions.ts";
import { DebateView } from "./debate/debate-view.tsx";
import { Rail } from "./debate/rail.tsx";
import { DebateHead } from "./head/debate-head.tsx";
import type { ViewProps } from "./view-props.ts";
import "../style/debate.css";

interface DebatePageProps {
  id: string;
  snapshot: DebateSnapshot;
  address: DebateAddress;
  actions: Actions | null;
  note?: VNode | undefined;
  isConnectionLost?: boolean;
}

// Loaded on demand, because most readers only want the answer.
const RoundsView = lazy(async () => (await import("./rounds/rounds-view.tsx")).RoundsView);
const Dock = lazy(async () => (await import("./dock.tsx")).Dock, "part");
const MemoView = lazy(async () => (await import("./memo/memo-view.tsx")).MemoView);
const CallsView = lazy(async () => (await import("./calls/calls-view.tsx")).CallsView);

const VIEWS: Record<View, ComponentType<ViewProps>> = {
  debate: DebateView,
  rounds: RoundsView,
  memo: MemoView,
  calls: CallsView,
};

/** A debate with all its views, for the server's page and for shared files, live and afterwards. */
export function DebatePage({
  address,
  isConnectionLost = false,
  ...shown
}: DebatePageProps): VNode {
  const { id } = shown;
  const { view } = address;
  const { snapshot, memberNames } = useNamedSnapshot(shown.snapshot);
  const { record } = snapshot;
  const numbers = useMemo(() => numberAnswers(record.result.rounds), [record]);
  const names = useNames(record);
  const symbols = useMemo(() => chooseSymbols(record.started), [record.started]);
  const rename = (name: string): string => memberNames.get(name) ?? name;
  const replyAddress = address.replyAddress && {
    ...address.replyAddress,
    debater: rename(address.replyAddress.debater),
  };
  const openMember = address.openMember && rename(address.openMember);
  const props: ViewProps = {
    ...address,
    ...shown,
    snapshot,
    replyAddress,
    openMember,
    numbers,
    names,
    memberNames,
  };
  const CurrentView = VIEWS[view];
  const isRunning = record.status === "running";
  // The head says all about a debate that failed before its first round.
  const isEmpty =
    view === "debate" && record.status === "failed" && record.result.rounds.length === 0;
  return (
    <SymbolsContext.Provider value={symbols}>
      <article class={`debate${isRunning ? " running" : ""}`}>
        <div class="debate-top">
          <DebateHead {...props} isConnectionLost={isConnectionLost} />
          <Tabs id={id} view={view} record={record} hasServer={shown.actions !== null} />
        </div>
        {/* At the end, all of it is replaced. */}
        <div
          key={isRunning ? "running" : "over"}
          class={`debate-body${view === "calls" || isEmpty ? " full" : ""}`}
        >
          {!isEmpty && (
            <div class="debate-main">
              <CurrentView {...props} />
            </div>
          )}
          {view !== "calls" && <Rail {...props} />}
        </div>
        {!isRunning && (
          <Dock
            key={view}
            mayFollow={
              view === "debate" && record.status === "completed" && Boolean(shown.actions?.follow)
            }
          />
        )}
      </article>
    </SymbolsContext.Provider>
  );
}

interface TabsProps {
  id: string;
  view: View;
  record: DebateRecord;
  hasServer: boolean;
}

function Tabs({ id, view, record, hasServer }: TabsProps): VNode {
  const { result, started } = record;
  const hasMemo = Boolean(result.claims ?? result.memo);
  const hasContent: Record<View, boolean> = {
    debate: true,
    rounds: result.rounds.length > 0,
    memo: hasMemo || (started?.context ?? []).length > 0,
    // A shared file has no prompts.
    calls: hasServer,
  };
  const labels: Record<View, [name: string, count: number]> = {
    debate: result.findings ? ["Findings", result.findings.length] : ["Answer", 0],
    rounds: ["Rounds", result.rounds.length],
    memo: [hasMemo ? "Memo" : "Context", 0],
    calls: ["Calls", result.usage.calls],
  };
  return (
    <nav class="tabs" aria-label="Views of this debate">
      {DEBATE_VIEWS.filter((each) => each === view || hasContent[each]).map((each) => {
        const [label, count] = labels[each];
        return (
          <a href={debateHref(id, each)} aria-current={each === view ? "page" : undefined}>
            {label}
            {count > 0 && <span class="tab-count">{count}</span>}
          </a>
        );
      })}
    </nav>
  );
}

/** Names for labels such as "Debater A". */
function useNames({ started }: DebateRecord): DebaterNames {
  return useMemo(() => {
    const labels = [...mapLabelsToNames(started)];
    return new Map(labels.map(([label, name]) => [label, escapeInvisible(name)]));
  }, [started]);
}
