import type { ComponentChildren, VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem } from "@rostrum/page";
import { describeError } from "../../describe-error.ts";
import { openFile } from "./opened.ts";

/** Dragged text is left to the browser. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes("Files") === true;

/** Accepts files that are dropped anywhere on the page. */
export function DropArea({ children }: { children: ComponentChildren }): VNode {
  const [over, setOver] = useState(false);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const forget = (): void => setError(null);
    addEventListener("hashchange", forget);
    return () => removeEventListener("hashchange", forget);
  }, []);

  async function drop(event: DragEvent): Promise<void> {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    setError(null);
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    try {
      await openFile(file);
    } catch (thrown) {
      setError(describeError(thrown));
    }
  }

  return (
    <div
      class={over ? "drop-area over" : "drop-area"}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      {children}
      {error && (
        <div class="drop-problem">
          <Problem>{error}</Problem>
        </div>
      )}
    </div>
  );
}
