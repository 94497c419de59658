import type { ComponentChildren, VNode } from "preact";

interface FewFirstProps {
  children: readonly VNode[];
  /** Number of entries that are always shown. */
  few: number;
  /** Label for the folded entries, such as "24 more answers". */
  more(count: number): ComponentChildren;
}

/** A list that folds its end if it is long. Never folds a single entry. */
export function FewFirst({ children, few, more }: FewFirstProps): VNode {
  const count = children.length > few + 1 ? few : children.length;
  const rest = children.slice(count);
  return (
    <>
      <ul>{children.slice(0, count)}</ul>
      {rest.length > 0 && (
        <details class="more-entries">
          <summary>{more(rest.length)}</summary>
          <ul>{rest}</ul>
        </details>
      )}
    </>
  );
}
