import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import type { ContextDocument } from "../../api/asking.ts";
import { Icon } from "../../parts/icon.tsx";
import { formatSize } from "./context-documents.ts";

interface ContextBoxProps {
  documents: readonly ContextDocument[];
  addFiles(files: File[]): void;
  addText(text: string): void;
  remove(document: ContextDocument): void;
}

/** Material for the question: files that are dropped, pasted or chosen, and texts that are pasted. */
export function ContextBox(props: ContextBoxProps): VNode {
  const { documents, addFiles, addText, remove } = props;
  const picker = useRef<HTMLInputElement>(null);
  const [pasting, setPasting] = useState(false);

  return (
    <section class="context-box" aria-label="Context">
      <ul>
        {documents.map((each) => (
          <li>
            <Icon name="file" />
            <span class="said">{escapeInvisible(each.document)}</span>{" "}
            <span class="dim small">{formatSize(each)}</span>
            <button
              type="button"
              class="quiet brief"
              aria-label={`Remove ${each.document}`}
              title="Remove it"
              onClick={() => remove(each)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      {pasting ? (
        <PastedText
          done={(text) => {
            setPasting(false);
            if (text.trim() !== "") addText(text);
          }}
        />
      ) : (
        <p class="context-tools">
          <button type="button" class="quiet" onClick={() => picker.current?.click()}>
            <Icon name="attach" />
            Add files
          </button>
          <button type="button" class="quiet" onClick={() => setPasting(true)}>
            <Icon name="file" />
            Paste a text
          </button>
          <span class="dim small only-wide">or drop files here for the panel to read</span>
        </p>
      )}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label="Context files"
        onChange={({ currentTarget }) => {
          addFiles([...(currentTarget.files ?? [])]);
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
