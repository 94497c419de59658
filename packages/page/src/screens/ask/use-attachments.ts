import type { ContextDocument } from "../../api/asking.ts";
import { addDocuments, readDocument } from "./context-documents.ts";
import type { Draft } from "./draft.ts";
import { readPastedFiles } from "./read-pasted-files.ts";
import { useDrop } from "./use-drop.ts";

interface AttachmentsOptions {
  update(next: (draft: Draft) => Draft): void;
  setError(error: string | null): void;
  /** Called after files were read and added. */
  onAttach(documents: ContextDocument[]): void;
}

/** Adds documents to a draft's context, also files that are dropped or pasted, and removes them. */
export function useAttachments({ update, setError, onAttach }: AttachmentsOptions): {
  add(documents: ContextDocument[]): void;
  remove(document: ContextDocument): void;
  addFiles(files: File[]): void;
  /** Adds the files of the clipboard, if it has any. */
  paste(event: ClipboardEvent): void;
  drop: ReturnType<typeof useDrop>;
} {
  // Reading files takes time in which the draft may change, so each update starts from the latest draft.
  const changeContext = (next: (context: ContextDocument[]) => ContextDocument[]): void =>
    update((before) => ({ ...before, context: next(before.context) }));
  const add = (documents: ContextDocument[]): void =>
    changeContext((context) => addDocuments(context, documents));
  function addFiles(files: File[]): void {
    setError(null);
    Promise.all(files.map(readDocument)).then(
      (documents) => {
        add(documents);
        onAttach(documents);
      },
      () =>
        setError(
          "A file can't be read. Choose files, not folders, and check that they still exist.",
        ),
    );
  }
  return {
    add,
    remove: (document) => changeContext((context) => context.filter((each) => each !== document)),
    addFiles,
    paste(event) {
      const files = readPastedFiles(event.clipboardData);
      if (!files) return;
      event.preventDefault();
      addFiles(files);
    },
    drop: useDrop(addFiles),
  };
}
