import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../parts/icon.tsx";
import { scrollToPart } from "./scroll-to-part.ts";
import "../style/dock.css";

interface DockProps {
  /** True if this user may ask a follow-up question. */
  mayFollow: boolean;
}

/** Stays at the window's end: the way back to the answer, and on phones the follow-up question. */
export function Dock({ mayFollow }: DockProps): VNode {
  const isAnswerVisible = useVisibility("answer");
  const isFormVisible = useVisibility("follow-up");
  return (
    <div class="dock">
      {mayFollow && !isFormVisible && (
        <button
          type="button"
          class="dock-follow"
          onClick={() => scrollToPart("follow-up", "textarea")}
        >
          Ask a follow-up…
        </button>
      )}
      {!isAnswerVisible && (
        <button type="button" class="dock-back" onClick={() => scrollToPart("answer")}>
          To the answer <Icon name="up" />
        </button>
      )}
    </div>
  );
}

/** True while a part of the page is in sight. A part that loads later is found when the page changes. */
function useVisibility(id: string): boolean {
  const [isVisible, setVisible] = useState(id === "answer");
  useEffect(() => {
    const observer = new IntersectionObserver((entries) =>
      setVisible(entries.at(-1)?.isIntersecting === true),
    );
    const observe = (): boolean => {
      const part = document.getElementById(id);
      if (part) observer.observe(part);
      return part !== null;
    };
    const changes = new MutationObserver(() => observe() && changes.disconnect());
    if (!observe()) changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      changes.disconnect();
    };
  }, [id]);
  return isVisible;
}
