import type { VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import { formatCount } from "@rostrum/core/export";
import { readPanelName } from "@rostrum/core/protocol";
import type { DebateSnapshot } from "../../feed/feed.ts";
import { debateHref, formatRoute, NO_FILTERS } from "../../route/route.ts";

const { format: formatTime } = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});

interface CrumbsProps {
  snapshot: DebateSnapshot;
  /** True if the page belongs to a server, which has other runs. */
  isThreaded: boolean;
  /** Replaces the time and the panel, for recordings. */
  note?: VNode | undefined;
}

/** User, panel and time of a debate, as far as they are recorded. */
export function Crumbs({ snapshot, isThreaded, note }: CrumbsProps): VNode {
  const { events, record } = snapshot;
  const { started } = record;
  const { panelName } = readPanelName(started?.metadata);
  const startedAt = events[0]?.at;
  const userPrefix = started?.userId === undefined ? "" : `${escapeInvisible(started.userId)}, `;
  const panel =
    panelName === undefined
      ? formatCount(started?.panel.length ?? 0, "member")
      : escapeInvisible(panelName);
  if (note) return <p class="crumbs">{note}</p>;
  return (
    <p class="crumbs">
      {isThreaded && (
        <>
          <a href={formatRoute({ screen: "runs", filters: NO_FILTERS })}>All runs</a> /{" "}
        </>
      )}
      {panel}
      {startedAt !== undefined && ` · ${userPrefix}${formatTime(startedAt)}`}
      {started?.parent !== undefined && (
        <>
          {" · "}
          <a href={debateHref(started.parent)}>Follow-up</a>
        </>
      )}
    </p>
  );
}
