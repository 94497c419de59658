import type { ComponentChildren, VNode } from "preact";

interface FewFirstProps {
  children: readonly VNode[];
  /** How many are always shown. */
  few: number;
  /** Names those that are not: "24 more answers". */
  more(count: number): ComponentChildren;
}

/** A list whose end is folded if it is long. A single entry is never folded away. */
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
