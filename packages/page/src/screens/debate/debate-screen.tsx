import type { VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { readPanelName } from "@rostrum/core/protocol";
import type { DebateRecord } from "@rostrum/core/record";
import { clipLine } from "@rostrum/core/support";
import { type Act, type Rights, useRights } from "../../rights/rights.ts";
import {
  cancelDebate,
  deleteDebate,
  exportDebate,
  followDebate,
  forkDebate,
  getFile,
  type Plan,
  planDebate,
  proceedDebate,
  sayToDebate,
  speakInDebate,
} from "../../api/endpoints.ts";
import { formatPlannedCost } from "@rostrum/core/export";
import { useDebate } from "../../feed/use-debate.ts";
import { useLoaded } from "../../feed/use-loaded.ts";
import { formatTypicalCost } from "../../record/describe-panel.ts";
import { Problem } from "../../parts/problem.tsx";
import { lazy } from "../../parts/lazy.tsx";
import { formatRoute, NO_FILTERS, type Route } from "../../route/route.ts";
import { go, openDebate } from "../../route/use-route.ts";
import type { Actions, Changes, Estimate } from "../../views/actions.ts";
import { DebatePage } from "../../views/debate-page.tsx";
import { storeDraft, EMPTY_DRAFT as NO_DRAFT } from "../ask/draft.ts";
import { ShareButton } from "./share-button.tsx";

// Loaded on demand, because most readers decide nothing.
const ReviewBox = lazy(async () => (await import("../../review/review-box.tsx")).ReviewBox, "part");
const OutcomeBox = lazy(
  async () => (await import("../../review/outcome-box.tsx")).OutcomeBox,
  "part",
);

// Loaded on demand, because few debates wait in a queue.
const QueueNotice = lazy(async () => (await import("./queue-notice.tsx")).QueueNotice, "part");

type DebateRoute = Extract<Route, { screen: "debate" }>;

/** A running or finished debate from the server. */
export function DebateScreen({ route }: { route: DebateRoute }): VNode {
  const { id } = route;
  const { snapshot, isDisconnected, isBuffered, queuePosition, error, isMissing, reload } =
    useDebate(id);
  const actions = useMemo(() => listActions(id), [id]);
  const rights = useRights();
  const estimate = useEstimate(rights?.may("ask") ? (snapshot?.record ?? null) : null);
  const question = snapshot?.record.result.question;
  useEffect(() => {
    if (question) document.title = `${clipLine(question, 60)} · rostrum`;
  }, [question]);
  if (error) return <NoDebate error={error} isMissing={isMissing} reload={reload} />;
  if (!snapshot && isBuffered)
    return (
      <Problem>
        The debate is running, but a proxy between this page and the server buffers its events. Turn
        buffering off (nginx: proxy_buffering off), or reload this page when the debate is over.
      </Problem>
    );
  if (!snapshot || !rights)
    return (
      <div class="debate loading" aria-busy="true">
        <div class="debate-top">
          <div class="debate-head bones">
            {isDisconnected && <p class="dim">The server can't be reached; trying again…</p>}
          </div>
        </div>
      </div>
    );
  return (
    <>
      {queuePosition !== null && <QueueNotice position={queuePosition} />}
      <DebatePage
        key={id}
        id={id}
        snapshot={snapshot}
        address={route}
        isConnectionLost={isDisconnected}
        actions={{
          ...allowed(actions.changes, rights, snapshot.record.started?.userId),
          review: <ReviewBox record={snapshot.record} reload={reload} />,
          outcome: <OutcomeBox record={snapshot.record} reload={reload} />,
          askAgain: rights.may("ask") ? (panel) => askAgain(snapshot.record, panel) : null,
          estimate,
          user: rights.me?.user ?? null,
          mayDecide: rights.may("review", snapshot.record.started?.userId),
          share: <ShareButton id={id} snapshot={snapshot} />,
          exportAs: async (format) => {
            const { nameFile, save } = await import("./save.ts");
            save(
              nameFile(snapshot.record.started?.question ?? "", id, format),
              await exportDebate(id, format),
            );
          },
          files: actions.files,
        }}
      />
    </>
  );
}

interface NoDebateProps {
  error: string;
  /** True if the server knows no such debate, so that trying again is useless. */
  isMissing: boolean;
  reload(): void;
}

function NoDebate({ error, isMissing, reload }: NoDebateProps): VNode {
  return (
    <div class="no-debate">
      <h1>{isMissing ? "This debate isn't here" : "This debate can't be shown"}</h1>
      {!isMissing && <Problem retry={reload}>{error}</Problem>}
      <p class="empty">
        {isMissing && "It was deleted, or you don't have access. "}
        Look for it among{" "}
        <a href={formatRoute({ screen: "runs", filters: NO_FILTERS })}>all runs</a>, or{" "}
        <a href="#/">ask a question</a>.
      </p>
    </div>
  );
}

/** Opens the Ask screen with the same question, and with the same panel if it has a name. */
function askAgain({ result, started }: DebateRecord, panel: "same panel" | "another panel"): void {
  const { panelName: ownPanel = null } = readPanelName(started?.metadata);
  const panelName = panel === "same panel" ? ownPanel : null;
  storeDraft({ ...NO_DRAFT, question: result.question, panel: panelName });
  go({ screen: "ask", ...(panelName === null ? {} : { panel: panelName }) });
}

/** Asks the server what a question to this panel usually takes. Null until it answers, and if it can't. */
function useEstimate(record: DebateRecord | null): Estimate | null {
  const { panelName } = readPanelName(record?.started?.metadata);
  const question = record?.result.question ?? "";
  const { value } = useLoaded<Plan | null>(
    async (signal) =>
      panelName === undefined ? null : planDebate({ panel: panelName, question }, signal),
    `${panelName} ${question}`,
  );
  if (!value) return null;
  const { usd, calls } = value;
  // Files and earlier questions add to the prompts, and so to the most that it may cost.
  const isPlain = !record?.started?.context && record?.started?.parent === undefined;
  const typicalCost = formatTypicalCost({ plan: value });
  return {
    cost: isPlain ? formatPlannedCost(usd) : typicalCost,
    typicalCost,
    typicalUsd: usd.typical,
    calls: calls.typical,
  };
}

const ACTS: Record<keyof Changes, Act> = {
  stop: "cancel",
  fork: "fork",
  remove: "delete",
  proceed: "proceed",
  say: "say",
  speak: "speak",
  follow: "follow",
};

/** Removes actions that this user may not take. */
function allowed(changes: Changes, { may }: Rights, owner: string | undefined): Changes {
  const names = Object.keys(ACTS) as (keyof Changes)[];
  const refused = names.filter((name) => !may(ACTS[name], owner));
  return { ...changes, ...Object.fromEntries(refused.map((name) => [name, null])) };
}

function listActions(id: string): Pick<Actions, "files"> & { changes: Changes } {
  return {
    files: {
      read: (sha256) => getFile(id, sha256),
      async save(sha256, name) {
        const { save } = await import("./save.ts");
        save(name, await getFile(id, sha256));
      },
    },
    changes: {
      stop: () => cancelDebate(id),
      async fork(fromRound) {
        const forked = await forkDebate(id, fromRound);
        openDebate(forked.id);
      },
      async remove() {
        await deleteDebate(id);
        go({ screen: "runs", filters: NO_FILTERS });
      },
      proceed: () => proceedDebate(id),
      say: (note) => sayToDebate(id, note),
      speak: (name, text) => speakInDebate(id, name, text),
      async follow(question) {
        const next = await followDebate(id, question);
        openDebate(next.id);
      },
    },
  };
}
