import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { copyText } from "./copy-text.ts";
import { Icon } from "./icon.tsx";

interface CopyButtonProps {
  /** Returns the text to copy. */
  text(): string;
  /** Label of the button, such as "Copy link". */
  label: string;
  /** Shows only the icon. */
  brief?: boolean;
}

const SHOWN_MS = 2000;

/** Copies a text to the clipboard, and confirms it for a moment. */
export function CopyButton({ text, label, brief = false }: CopyButtonProps): VNode {
  const [state, setState] = useState<"idle" | "done" | "failed">("idle");
  async function copy(): Promise<void> {
    const done = await copyText(text()).then(
      () => true,
      () => false,
    );
    setState(done ? "done" : "failed");
    setTimeout(() => setState("idle"), SHOWN_MS);
  }
  const shownLabel = state === "idle" ? label : state === "done" ? "Copied" : "Can't copy here";
  return (
    <button
      type="button"
      class={brief ? "quiet brief" : "quiet"}
      title={brief ? shownLabel : undefined}
      aria-label={brief ? shownLabel : undefined}
      onClick={() => void copy()}
    >
      <Icon name={state === "done" ? "check" : state === "failed" ? "alert" : "copy"} />
      {!brief && shownLabel}
    </button>
  );
}
