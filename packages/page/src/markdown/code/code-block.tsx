import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { CopyButton } from "../../parts/copy-button.tsx";
import { lazyModule, useModule } from "../../parts/use-module.ts";

const highlighter = lazyModule(() => import("./highlight.ts"));

/** A frame for code that scrolls long lines and has a copy button. */
export function CodeBlock({ language, text }: { language: string; text: string }): VNode {
  const highlight = useModule(highlighter);
  const pieces = useMemo(
    () => highlight?.highlightCode(text, language) ?? [{ text, kind: null }],
    [highlight, text, language],
  );
  return (
    <div class="code">
      <div class="code-head">
        <span>{language}</span>
        <CopyButton text={() => text} label="Copy the code" brief />
      </div>
      <pre tabIndex={0}>
        <code>
          {pieces.map(({ text: piece, kind }) =>
            kind === null ? piece : <span class={`code-${kind}`}>{piece}</span>,
          )}
        </code>
      </pre>
    </div>
  );
}
