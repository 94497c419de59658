import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RecordedFile } from "rostrum";
import { fileWords, UNCHECKED, visible } from "rostrum/page";
import type { Files } from "../actions.ts";
import { ActionButton } from "../../parts/action-button.tsx";

interface ContextFileProps {
  file: RecordedFile;
  /** Loads and saves the file; `null` in a shared page, which doesn't contain its bytes. */
  files: Files | null;
}

/** A larger picture takes too long to load for a small preview. */
const MOST_PREVIEWED = 4_000_000;

/** An image or a PDF of the context: its name, what it is, and a preview of an image. */
export function ContextFile({ file, files }: ContextFileProps): VNode {
  const { document: name, mediaType, bytes, sha256 } = file;
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    if (files === null || !mediaType.startsWith("image/") || bytes > MOST_PREVIEWED) return;
    // Without a preview, the name and the button are still there.
    files
      .read(sha256)
      .then(asDataUrl)
      .then(setPicture, () => undefined);
  }, [sha256]);
  return (
    <div class="context-file">
      {picture !== null && <img src={picture} alt={`Preview of ${visible(name)}`} />}
      <div>
        <span class="name">{visible(name)}</span>
        <p class="dim small">
          {fileWords(file)}; {UNCHECKED}.
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

/** The page's policy shows pictures from its own addresses and from `data:` only. */
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
