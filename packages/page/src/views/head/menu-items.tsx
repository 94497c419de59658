import type { ComponentChildren, VNode } from "preact";
import { ActionButton } from "../../parts/action-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { Actions } from "../actions.ts";

interface MenuItemsProps {
  actions: Actions;
  isOver: boolean;
  /** Button before the last one. */
  children: ComponentChildren;
}

/** Exports, printing, asking again and deletion. */
export function MenuItems({ actions, isOver, children }: MenuItemsProps): VNode {
  return (
    <>
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
        <button type="button" class="quiet" onClick={() => actions.askAgain?.("same panel")}>
          <Icon name="repeat" />
          <span class="label">Ask again</span>
        </button>
      )}
      {children}
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
    </>
  );
}
