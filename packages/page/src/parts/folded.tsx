import type { ComponentChildren, VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { readFromTab, storeInTab } from "../api/tab-storage.ts";

interface FoldedProps {
  /** Key under which the state is stored until the tab is closed. */
  name: string;
  /** Object of the button's label, such as "the reasons". */
  contentName: string;
  /** Number of lines that are shown. A dozen unless given. */
  lines?: number;
  children: ComponentChildren | ((open: boolean) => ComponentChildren);
}

/** More characters than the lines of a folded text have on any screen. */
const MAX_CLIPPED_CHARS = 8_000;

/** Cuts a folded text for the page, because hidden megabytes would still be laid out. */
export const clipBeginning = (text: string): string =>
  text.length > 2 * MAX_CLIPPED_CHARS ? text.slice(0, MAX_CLIPPED_CHARS) : text;

/** A long text that shows its first lines until it is opened. */
export function Folded({ name, contentName, lines = 12, children }: FoldedProps): VNode {
  const [open, setOpen] = useState(() => readFromTab(`open ${name}`) === "1");
  const [long, setLong] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const { current } = box;
    const inner = current?.firstElementChild;
    if (!current || !inner) return undefined;
    const measure = (): void => setLong(inner.scrollHeight > foldedHeight(current, lines) + 24);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  // Opens the text if the focus moves to a link in its hidden part.
  useEffect(() => {
    const { current } = box;
    const reveal = ({ target }: FocusEvent): void => {
      const from = (target as Element).getBoundingClientRect().bottom;
      if (current && long && !open && from > current.getBoundingClientRect().bottom)
        storeAndSetOpen(true);
    };
    current?.addEventListener("focusin", reveal);
    return () => current?.removeEventListener("focusin", reveal);
  }, [long, open]);

  function storeAndSetOpen(to: boolean): void {
    storeInTab(`open ${name}`, to ? "1" : "0");
    setOpen(to);
  }

  return (
    <div class={`folded${long && !open ? " closed" : ""}${open ? " open" : ""}`}>
      <div class="folded-text" id={id} ref={box} style={{ "--lines": lines }}>
        <div>{typeof children === "function" ? children(open) : children}</div>
      </div>
      {long && (
        <button
          type="button"
          class="quiet"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => storeAndSetOpen(!open)}
        >
          {open ? `Fold ${contentName}` : `Show all of ${contentName}`}
        </button>
      )}
    </div>
  );
}

/** Height of some lines, as in the style sheet. */
function foldedHeight(element: HTMLElement, lines: number): number {
  return lines * Number.parseFloat(getComputedStyle(element).lineHeight);
}
