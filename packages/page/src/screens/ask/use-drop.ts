import { useState } from "preact/hooks";

/** Handlers for an element that accepts dropped files. */
interface DropTarget {
  onDragOver(event: DragEvent): void;
  onDragLeave(event: DragEvent): void;
  onDrop(event: DragEvent): void;
}

/** Accepts dropped files. Dropped text is left to the browser. */
export function useDrop(onFiles: (files: File[]) => void): { over: boolean; target: DropTarget } {
  const [over, setOver] = useState(false);
  const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
    dataTransfer?.types.includes("Files") ?? false;
  return {
    over,
    target: {
      onDragOver(event) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave({ currentTarget, relatedTarget }) {
        const within = (currentTarget as Node | null)?.contains(relatedTarget as Node | null);
        if (!within) setOver(false);
      },
      onDrop(event) {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        onFiles([...(event.dataTransfer?.files ?? [])]);
      },
    },
  };
}
