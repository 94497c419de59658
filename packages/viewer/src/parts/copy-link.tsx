import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { copyText } from "./copy-text.ts";

/** Puts the address of something on the page into the clipboard. */
export function CopyLink({ href }: { href: string }): VNode {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    await copyText(new URL(href, location.href).href);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  }
  // If nothing can be copied, the link is still in the address bar.
  return (
    <button type="button" class="quiet" onClick={() => void copy().catch(() => undefined)}>
      {copied ? "Copied" : "Copy link"}
    </button>
  );
}
