import type { VNode } from "preact";
import { escapeInvisible } from "@rostrum/core/support";
import { formatCount, formatMoment } from "@rostrum/core/export";
import { readPanelName } from "@rostrum/core/protocol";
import type { Moment } from "../feed/feed.ts";
import { debateHref } from "../route/route.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { formatTitle } from "../text/strip-markdown.ts";
import { StatusStrip } from "./debate/status-strip.tsx";

const LONGEST_TITLE = 220;

/** Whose debate it is, and since when, as far as the record says so. */
function listFacts({ events, record: { started } }: Moment): string[] {
  const { panelName } = readPanelName(started?.metadata);
  const at = events[0]?.at;
  return [
    panelName === undefined
      ? formatCount(started?.panel.length ?? 0, "debater")
      : `Panel ${escapeInvisible(panelName)}`,
    ...(started?.userId === undefined ? [] : [`asked by ${escapeInvisible(started.userId)}`]),
    ...(at === undefined ? [] : [formatMoment(at)]),
  ];
}

/** The question and the status. */
export function DebateHead({
  moment,
  threaded,
}: {
  moment: Moment;
  /** The thread is shown above it. */
  threaded: boolean;
}): VNode {
  const { result, started } = moment.record;
  const long = result.question.length > LONGEST_TITLE || result.question.includes("\n");
  return (
    <header class="debate-head">
      <h1 class="said" tabIndex={-1}>
        {formatTitle(result.question, LONGEST_TITLE)}
      </h1>
      {long && (
        <details>
          <summary>The whole question</summary>
          <Markdown text={result.question} />
        </details>
      )}
      {started?.forkedFrom && (
        <p class="dim small">
          Goes on from round {started.forkedFrom.fromRound} of{" "}
          <a href={debateHref(started.forkedFrom.id)}>{escapeInvisible(started.forkedFrom.id)}</a>
        </p>
      )}
      {started?.parent !== undefined && !threaded && (
        <p class="dim small">
          Follows up <a href={debateHref(started.parent)}>{escapeInvisible(started.parent)}</a>
        </p>
      )}
      <p class="debate-facts dim small">{listFacts(moment).join(" · ")}</p>
      <StatusStrip moment={moment} />
    </header>
  );
}
