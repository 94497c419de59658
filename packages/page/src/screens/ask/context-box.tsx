import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { escapeInvisible } from "@rostrum/core/support";
import type { ContextDocument } from "../../api/asking.ts";
import { Icon } from "../../parts/icon.tsx";
import { formatSize } from "./context-documents.ts";

interface ContextListProps {
  documents: readonly ContextDocument[];
  /** Document that the server can't read. */
  unreadable: ContextDocument | null;
  remove(document: ContextDocument): void;
}

/** Attached files and texts. */
export function ContextList({ documents, unreadable, remove }: ContextListProps): VNode {
  return (
    <ul class="context-list" aria-label="Context">
      {documents.map((each) => (
        <li class={each === unreadable ? "context-file bad" : "context-file"}>
          <Icon name={each === unreadable ? "alert" : "file"} />
          <span class="said">{escapeInvisible(each.document)}</span>{" "}
          <span class="dim">{formatSize(each)}</span>
          <button
            type="button"
            class="quiet brief"
            aria-label={`Remove ${each.document}`}
            title="Remove"
            onClick={() => remove(each)}
          >
            <Icon name="close" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ContextToolsProps {
  addFiles(files: File[]): void;
  addText(text: string): void;
}

/** Buttons that add context. Files can also be dropped or pasted anywhere in the form. */
export function ContextTools({ addFiles, addText }: ContextToolsProps): VNode {
  const picker = useRef<HTMLInputElement>(null);
  const [pasting, setPasting] = useState(false);
  if (pasting) {
    return (
      <PastedText
        done={(text) => {
          setPasting(false);
          if (text.trim() !== "") addText(text);
        }}
      />
    );
  }
  return (
    <>
      <button
        type="button"
        class="quiet"
        title="Attach files. You can also drop or paste them."
        onClick={() => picker.current?.click()}
      >
        <Icon name="attach" />
        <span class="label">Attach</span>
      </button>
      <button type="button" class="quiet" onClick={() => setPasting(true)}>
        <Icon name="file" />
        <span class="label">Paste text</span>
      </button>
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
    </>
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
