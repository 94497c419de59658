import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { scrollToPart } from "./scroll-to-part.ts";

/** Links back to the answer of a finished debate when the head is out of sight. */
export function JumpBar({ isOver }: { isOver: boolean }): VNode | null {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    const head = document.getElementById("answer");
    if (!head || !isOver) return undefined;
    const observer = new IntersectionObserver((entries) => {
      setHidden(entries.at(-1)?.isIntersecting === false);
    });
    observer.observe(head);
    return () => observer.disconnect();
  }, [isOver]);
  if (!isHidden || !isOver) return null;
  return (
    <div class="jump-bar">
      <button type="button" onClick={() => scrollToPart("answer")}>
        To the answer ↑
      </button>
    </div>
  );
}
