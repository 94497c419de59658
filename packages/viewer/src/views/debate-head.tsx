import type { VNode } from "preact";
import type { Moment } from "../feed/feed.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { debateHref } from "../route/route.ts";
import { Said } from "../said/said.tsx";
import { clipped, visible } from "../words/visible.ts";
import type { Actions } from "./actions.ts";
import { StatusStrip } from "./debate/status-strip.tsx";

interface DebateHeadProps {
  moment: Moment;
  actions: Actions | null;
  lost: boolean;
}

const LONGEST_TITLE = 220;

/** What is asked, how far it is, and what can be done about it. */
export function DebateHead({ moment, actions, lost }: DebateHeadProps): VNode {
  const { result, started, status } = moment.record;
  const long = result.question.length > LONGEST_TITLE || result.question.includes("\n");
  return (
    <header class="debate-head">
      <h1 class="said" tabIndex={-1}>
        {clipped(result.question, LONGEST_TITLE)}
      </h1>
      {long && (
        <details>
          <summary>The whole question</summary>
          <Said text={result.question} />
        </details>
      )}
      {started?.forkedFrom && (
        <p class="dim small">
          Goes on from round {started.forkedFrom.fromRound} of{" "}
          <a href={debateHref(started.forkedFrom.id)}>{visible(started.forkedFrom.id)}</a>
        </p>
      )}
      <StatusStrip moment={moment} />
      {actions && (
        <div class="tools">
          {status === "running" || status === "waiting" ? (
            <ActionButton class="danger" act={actions.stop}>
              Stop
            </ActionButton>
          ) : (
            <ActionButton act={actions.share}>Share</ActionButton>
          )}
          <ActionButton class="quiet" act={() => actions.exportAs("md")}>
            Markdown
          </ActionButton>
          <ActionButton class="quiet" act={() => actions.exportAs("json")}>
            JSON
          </ActionButton>
          {status !== "running" && status !== "waiting" && (
            <ActionButton class="quiet" act={actions.remove} confirm="Delete it for good?">
              Delete
            </ActionButton>
          )}
          {lost && <span class="small-problem">The line is cut; trying again…</span>}
        </div>
      )}
    </header>
  );
}
