import type { VNode } from "preact";
import type { Moment } from "../feed/feed.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { Icon } from "../parts/icon.tsx";
import { describeStop } from "../record/describe-kept.ts";
import type { Actions } from "./actions.ts";

interface DebateToolsProps {
  moment: Moment;
  actions: Actions;
  /** The connection to the server is lost. */
  lost: boolean;
}

/** The actions on a debate. Those that come and go are at both ends, so that the others don't move. */
export function DebateTools({ moment, actions, lost }: DebateToolsProps): VNode {
  const { status } = moment.record;
  const over = status === "completed" || status === "failed";
  return (
    <div class="tools">
      {lost && <span class="small-problem">Connection lost; reconnecting…</span>}
      {status === "waiting" && actions.share}
      {over && actions.remove && (
        <ActionButton
          class="quiet danger"
          icon="delete"
          act={actions.remove}
          confirm={{
            title: "Delete this debate?",
            text: "Its replies, its verdict and its costs are removed for everybody. This can't be undone.",
            button: "Delete for good",
            danger: true,
          }}
        >
          Delete
        </ActionButton>
      )}
      <button type="button" class="quiet" onClick={() => print()}>
        <Icon name="print" />
        <span class="label">Print</span>
      </button>
      <ActionButton
        class="quiet"
        icon="save"
        hint="Save it as a text with Markdown"
        act={() => actions.exportAs("md")}
      >
        Markdown
      </ActionButton>
      <ActionButton
        class="quiet"
        icon="code"
        hint="Save everything about it as JSON"
        act={() => actions.exportAs("json")}
      >
        JSON
      </ActionButton>
      {over
        ? actions.share
        : actions.stop && (
            <ActionButton
              class="danger"
              icon="stop"
              act={actions.stop}
              confirm={{
                title: "Stop this debate?",
                text: describeStop(moment),
                button: "Stop it now",
                danger: true,
              }}
            >
              Stop
            </ActionButton>
          )}
    </div>
  );
}
