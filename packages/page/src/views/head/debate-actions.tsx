import { findTie } from "@rostrum/core/record";
import type { TargetedKeyboardEvent, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { DebateSnapshot } from "../../feed/feed.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { describeStop } from "../../record/describe-kept.ts";
import type { Actions } from "../actions.ts";
import { lazy } from "../../parts/lazy.tsx";
import { scrollToPart } from "../scroll-to-part.ts";

// Loaded after the page, because nobody opens the menu first.
const MenuItems = lazy(async () => (await import("./menu-items.tsx")).MenuItems, "part");

interface DebateActionsProps {
  snapshot: DebateSnapshot;
  actions: Actions;
  /** True while disconnected from the server. */
  isConnectionLost: boolean;
}

/** Actions on a debate: at most three buttons, and a menu for the others. */
export function DebateActions({ snapshot, actions, isConnectionLost }: DebateActionsProps): VNode {
  const { status } = snapshot.record;
  const isOver = status === "completed" || status === "failed";
  // A page has one primary button, and where an answer is missing, it is in the form.
  const isTied = findTie(snapshot.record.result) !== null;
  const stop = isOver
    ? null
    : actions.stop && (
        <StopButton snapshot={snapshot} act={actions.stop} isQuiet={status === "waiting"} />
      );
  return (
    <div class="tools">
      {isConnectionLost && <span class="small-problem">Connection lost; reconnecting…</span>}
      {status === "completed" && actions.follow && (
        <button
          type="button"
          class={isTied ? "follow-button" : "primary follow-button"}
          onClick={() => scrollToPart("follow-up", "textarea")}
        >
          <Icon name="reply" />
          <span class="label">Ask a follow-up</span>
        </button>
      )}
      {(isOver || status === "waiting") && actions.share}
      {status !== "waiting" && stop}
      <MoreMenu actions={actions} isOver={isOver} stop={status === "waiting" ? stop : null} />
    </div>
  );
}

interface StopButtonProps {
  snapshot: DebateSnapshot;
  act(): Promise<void>;
  /** True in a menu. */
  isQuiet: boolean;
}

function StopButton({ snapshot, act, isQuiet }: StopButtonProps): VNode {
  return (
    <ActionButton
      class={isQuiet ? "quiet danger" : "danger"}
      icon="stop"
      act={act}
      confirm={{
        title: "Stop this debate?",
        text: describeStop(snapshot),
        button: "Stop it now",
        danger: true,
      }}
    >
      Stop
    </ActionButton>
  );
}

interface MoreMenuProps {
  actions: Actions;
  isOver: boolean;
  /** Button that stops a debate which waits for a person. */
  stop: VNode | null;
}

const ARROWS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Exports, printing and deletion. */
function MoreMenu({ actions, isOver, stop }: MoreMenuProps): VNode {
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
    <details class="menu" ref={menu} onKeyDown={moveFocus}>
      <summary class="button brief" title="More actions">
        <Icon name="more" />
        <span class="hidden">More actions</span>
      </summary>
      <div class="menu-box">
        <MenuItems actions={actions} isOver={isOver}>
          {stop}
        </MenuItems>
      </div>
    </details>
  );
}

/** Moves the focus with the arrow keys. From the button, an arrow opens the menu. */
function moveFocus(event: TargetedKeyboardEvent<HTMLDetailsElement>): void {
  const step = ARROWS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const menu = event.currentTarget;
  menu.open = true;
  const items = [...menu.querySelectorAll<HTMLElement>(".menu-box button")];
  const index = items.findIndex((item) => item === document.activeElement);
  items.at(index < 0 && step < 0 ? -1 : (index + step) % items.length)?.focus();
}
