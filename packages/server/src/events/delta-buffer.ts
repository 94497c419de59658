/** Pieces of text that a reader has not taken yet, each with the place in the log where it belongs. */
export interface DeltaBuffer {
  add(frame: Uint8Array, before: number): void;
  /** Takes those that come before the event with this number. */
  take(before: number): readonly Uint8Array[];
}

const NONE: readonly Uint8Array[] = [];

/**
 * Bounded: a reader that falls behind loses only unread pieces of texts in flight. The complete replies
 * follow as events.
 */
export function createDeltaBuffer(maxBytes: number): DeltaBuffer {
  let pieces: { frame: Uint8Array; before: number }[] = [];
  let bytes = 0;
  return {
    add(frame, before) {
      bytes += frame.byteLength;
      if (bytes > maxBytes) {
        pieces = [];
        bytes = frame.byteLength;
      }
      pieces.push({ frame, before });
    },
    take(before) {
      if (pieces.length === 0) return NONE;
      const index = pieces.findIndex((piece) => piece.before > before);
      const taken = pieces.splice(0, index === -1 ? pieces.length : index);
      for (const { frame } of taken) bytes -= frame.byteLength;
      return taken.map(({ frame }) => frame);
    },
  };
}
