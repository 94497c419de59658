import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Moment } from "../../feed/feed.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { describeStop } from "../../record/describe-kept.ts";
import type { Actions } from "../actions.ts";
import { scrollToPart } from "../scroll-to-part.ts";

interface DebateActionsProps {
  moment: Moment;
  actions: Actions;
  /** True while disconnected from the server. */
  lost: boolean;
}

/** Actions on a debate: at most three buttons, and a menu for the others. */
export function DebateActions({ moment, actions, lost }: DebateActionsProps): VNode {
  const { status, result } = moment.record;
  const isOver = status === "completed" || status === "failed";
  // A page has one primary button.
  const needsPerson = result.escalateToHuman && result.review === undefined;
  return (
    <div class="tools">
      {lost && <span class="small-problem">Connection lost; reconnecting…</span>}
      {status === "completed" && actions.follow && (
        <button
          type="button"
          class={needsPerson ? "only-wide" : "primary only-wide"}
          onClick={() => scrollToPart("follow-up", "textarea")}
        >
          <Icon name="reply" />
          <span class="label">Ask a follow-up</span>
        </button>
      )}
      {(isOver || status === "waiting") && actions.share}
      {!isOver && actions.stop && (
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
      <MoreMenu actions={actions} isOver={isOver} />
    </div>
  );
}

/** Exports, printing and deletion. */
function MoreMenu({ actions, isOver }: { actions: Actions; isOver: boolean }): VNode {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event): void => {
      const { current } = menu;
      if (!current?.open) return;
      const isEscape = event instanceof KeyboardEvent && event.key === "Escape";
      const isOutside =
        !(event instanceof KeyboardEvent) && !current.contains(event.target as Node);
      if (!isEscape && !isOutside) return;
      current.open = false;
      if (isEscape) current.querySelector("summary")?.focus();
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details class="menu" ref={menu}>
      <summary class="button brief" title="More actions">
        <Icon name="more" />
        <span class="hidden">More actions</span>
      </summary>
      <div class="menu-box">
        <ActionButton class="quiet" icon="save" act={() => actions.exportAs("md")}>
          Export as Markdown
        </ActionButton>
        <ActionButton class="quiet" icon="code" act={() => actions.exportAs("json")}>
          Export as JSON
        </ActionButton>
        <button type="button" class="quiet" onClick={() => print()}>
          <Icon name="print" />
          <span class="label">Print</span>
        </button>
        {actions.askAgain && (
          <button type="button" class="quiet" onClick={actions.askAgain}>
            <Icon name="repeat" />
            <span class="label">Ask again</span>
          </button>
        )}
        {isOver && actions.remove && (
          <ActionButton
            class="quiet danger"
            icon="delete"
            act={actions.remove}
            confirm={{
              title: "Delete this debate?",
              text: "This removes its replies and its answer for everybody. Its cost stays in the usage report. You can't undo this.",
              button: "Delete for good",
              danger: true,
            }}
          >
            Delete…
          </ActionButton>
        )}
      </div>
    </details>
  );
}
