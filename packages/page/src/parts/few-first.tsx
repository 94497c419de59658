import type { ComponentChildren, VNode } from "preact";

interface FewFirstProps {
  children: readonly VNode[];
  /** Number of entries that are always shown. */
  visibleCount: number;
  /** Label for the folded entries, such as "24 more answers". */
  formatMore(count: number): ComponentChildren;
}

/** A list that folds its end if it is long. Never folds a single entry. */
export function FewFirst({ children, visibleCount, formatMore }: FewFirstProps): VNode {
  const count = children.length > visibleCount + 1 ? visibleCount : children.length;
  const rest = children.slice(count);
  return (
    <>
      <ul>{children.slice(0, count)}</ul>
      {rest.length > 0 && (
        <details class="more-entries">
          <summary>{formatMore(rest.length)}</summary>
          <ul>{rest}</ul>
        </details>
      )}
    </>
  );
}
