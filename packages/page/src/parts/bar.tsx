import type { VNode } from "preact";

/** A share as a bar. Its figure is next to it as text. */
export function Bar({ share, class: name = "" }: { share: number; class?: string }): VNode {
  return (
    <span class={`bar ${name}`} aria-hidden="true">
      <span style={{ inlineSize: `${Math.max(0, Math.min(1, share)) * 100}%` }} />
    </span>
  );
}
