import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RecordedFile, RecordedItem } from "@rostrum/core/protocol";
import { describeFile, UNCHECKED_QUOTES } from "@rostrum/core/export";
import { readOriginalText } from "@rostrum/core/record";
import { escapeInvisible } from "@rostrum/core/support";
import { TextWithPassage } from "../../markdown/quotes.tsx";
import { ActionButton } from "../../parts/action-button.tsx";
import type { PassageAddress } from "../../route/route.ts";
import type { Files } from "../actions.ts";

interface DocumentsProps {
  files: Files | null;
  context: readonly RecordedItem[];
  passage: PassageAddress | undefined;
}

/** The context documents. The one that a quote links to is open at its place. */
export function Documents({ context, passage, files }: DocumentsProps): VNode | null {
  if (context.length === 0) return null;
  return (
    <section class="documents" aria-labelledby="documents-title">
      <h2 id="documents-title">Context</h2>
      {context.map((item, index) => {
        const original = readOriginalText(item);
        if (original === null) return <ContextFile file={item as RecordedFile} files={files} />;
        const { of, text } = original;
        const name = of.document ?? "";
        const quoted = passage !== undefined && passage.document === name;
        return (
          <details open={quoted} key={`${index}-${quoted}`}>
            <summary>{escapeInvisible(name) || `Context ${index + 1}`}</summary>
            <TextWithPassage text={text} range={quoted ? passage.range : null} />
          </details>
        );
      })}
    </section>
  );
}

interface ContextFileProps {
  file: RecordedFile;
  /** Loads and saves files. Null in a shared page, which doesn't contain them. */
  files: Files | null;
}

/** Larger images, in bytes, load too slowly for a preview. */
const MAX_PREVIEW_BYTES = 4_000_000;

/** An image or a PDF of the context: its name and type, and a preview of an image. */
function ContextFile({ file, files }: ContextFileProps): VNode {
  const { document: name, mediaType, bytes, sha256 } = file;
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    if (files === null || !mediaType.startsWith("image/") || bytes > MAX_PREVIEW_BYTES) return;
    // Ignore a failed preview: the name and the button remain.
    files
      .read(sha256)
      .then(asDataUrl)
      .then(setPicture, () => undefined);
  }, [sha256]);
  return (
    <div class="context-file">
      {picture !== null && <img src={picture} alt={`Preview of ${escapeInvisible(name)}`} />}
      <div>
        <span class="name">{escapeInvisible(name)}</span>
        <p class="dim small">
          {describeFile(file)}; {UNCHECKED_QUOTES}.
        </p>
        <p class="dim small digest">SHA-256 {sha256}</p>
      </div>
      {files !== null && (
        <ActionButton class="quiet" act={() => files.save(sha256, fileName(name))}>
          Save
        </ActionButton>
      )}
    </div>
  );
}

/** The page's policy allows images only from its own origin and from `data:`. */
function asDataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("the file can't be read"));
    reader.readAsDataURL(blob);
  });
}

function fileName(name: string): string {
  return name.slice(name.search(/[^/\\]*$/)) || "file";
}
