import type { VNode } from "preact";
import type { Moment } from "../feed/feed.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { describeStop } from "../record/describe-kept.ts";
import type { Actions } from "./actions.ts";

interface DebateToolsProps {
  moment: Moment;
  actions: Actions;
  /** The connection to the server is lost. */
  lost: boolean;
}

/** The actions on a debate. Those that come and go are at the end, so that the others don't move. */
export function DebateTools({ moment, actions, lost }: DebateToolsProps): VNode {
  const { status } = moment.record;
  const over = status === "completed" || status === "failed";
  return (
    <div class="tools">
      {lost && <span class="small-problem">Connection lost; reconnecting…</span>}
      {over && actions.remove && (
        <ActionButton class="quiet" act={actions.remove} confirm="Delete it for good?">
          Delete
        </ActionButton>
      )}
      <ActionButton class="quiet" act={() => actions.exportAs("md")}>
        Markdown
      </ActionButton>
      <ActionButton class="quiet" act={() => actions.exportAs("json")}>
        JSON
      </ActionButton>
      {over ? (
        <ActionButton key="share" act={actions.share}>
          Share
        </ActionButton>
      ) : (
        actions.stop && (
          <ActionButton key="stop" class="danger" act={actions.stop} confirm={describeStop(moment)}>
            Stop
          </ActionButton>
        )
      )}
    </div>
  );
}
