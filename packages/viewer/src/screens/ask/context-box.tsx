import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { visible } from "../../../../rostrum/src/visible.ts";
import type { ContextDocument } from "../../api/asking.ts";
import { documentOf, sizeWords, withDocuments } from "./context-documents.ts";

interface ContextBoxProps {
  documents: ContextDocument[];
  change(documents: ContextDocument[]): void;
}

/** Material for the question: files that are dropped, pasted or chosen, and texts that are pasted. */
export function ContextBox({ documents, change }: ContextBoxProps): VNode {
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [pasting, setPasting] = useState(false);

  async function add(files: Iterable<File>): Promise<void> {
    change(withDocuments(documents, await Promise.all([...files].map(documentOf))));
  }
  function addText(text: string): void {
    setPasting(false);
    if (text.trim() !== "") change(withDocuments(documents, [{ document: "pasted text", text }]));
  }

  return (
    <section
      class={over ? "context-box dropping" : "context-box"}
      aria-label="Context"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void add(event.dataTransfer?.files ?? []);
      }}
    >
      <ul>
        {documents.map((each) => (
          <li>
            <span class="said">{visible(each.document)}</span>{" "}
            <span class="dim small">{sizeWords(each)}</span>
            <button
              type="button"
              class="quiet"
              aria-label={`Remove ${each.document}`}
              onClick={() => change(documents.filter((other) => other !== each))}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
      {pasting ? (
        <PastedText done={addText} />
      ) : (
        <p class="dim small">
          Context the panel should read: drop files here, or{" "}
          <button type="button" class="linklike" onClick={() => picker.current?.click()}>
            choose files
          </button>{" "}
          or{" "}
          <button type="button" class="linklike" onClick={() => setPasting(true)}>
            paste a text
          </button>
          .
        </p>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Context files"
        onChange={({ currentTarget }) => {
          void add([...(currentTarget.files ?? [])]);
          currentTarget.value = "";
        }}
      />
    </section>
  );
}

function PastedText({ done }: { done(text: string): void }): VNode {
  const [text, setText] = useState("");
  return (
    <div class="pasted">
      <label>
        Text for the context
        <textarea
          rows={6}
          autofocus
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <p class="row">
        <button type="button" onClick={() => done(text)}>
          Add the text
        </button>
        <button type="button" class="quiet" onClick={() => done("")}>
          Cancel
        </button>
      </p>
    </div>
  );
}

/** Files that were pasted into a field; `null` if it was text, which the field takes itself. */
export function pastedFiles(event: ClipboardEvent): File[] | null {
  const files = [...(event.clipboardData?.files ?? [])];
  return files.length === 0 ? null : files;
}
