import type { VNode } from "preact";
import { useState } from "preact/hooks";

/** Puts the address of something on the page into the clipboard. */
export function CopyLink({ href }: { href: string }): VNode {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(new URL(href, location.href).href);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  }
  // Only secure pages have a clipboard. The link can still be copied from the address bar.
  return (
    <button type="button" class="quiet" onClick={() => void copy().catch(() => undefined)}>
      {copied ? "Copied" : "Copy link"}
    </button>
  );
}
