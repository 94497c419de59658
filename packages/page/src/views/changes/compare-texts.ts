import { diffArrays } from "diff";

/** A piece of the difference between two texts. */
export interface DiffPiece {
  kind: "same" | "gone" | "new";
  text: string;
}

/** Longer texts are compared by lines, because comparing words takes too long. */
const MAX_COMPARED_WORDS = 3000;
/** Beyond this many edits, the texts have too little in common to show a difference. */
const MAX_EDITS = 1500;
/** Fewer common words don't split a change in two, because one longer change is easier to read. */
const MIN_COMMON_WORDS = 3;
/** Below this share of common words, both texts are easier to read in full. */
const MIN_COMMON_SHARE = 0.4;

/** Compares two texts by words. */
export function compareTexts(before: string, after: string): DiffPiece[] {
  const isLong = before.length + after.length > MAX_COMPARED_WORDS * 6;
  const split = (text: string): string[] =>
    text.match(isLong ? /[^\n]*\n|[^\n]+/g : /\s+|\S+/g) ?? [];
  const changes = diffArrays(split(before), split(after), { maxEditLength: MAX_EDITS });
  return joinSlightChanges(
    changes?.map(({ value, added, removed }) => ({
      kind: added ? "new" : removed ? "gone" : "same",
      text: value.join(""),
    })) ?? [
      { kind: "gone", text: before },
      { kind: "new", text: after },
    ],
  );
}

/** Returns true if two texts have enough in common for a readable difference. */
export function areAlike(pieces: readonly DiffPiece[]): boolean {
  const countWordsOf = (kinds: readonly DiffPiece["kind"][]): number =>
    pieces.reduce((sum, { kind, text }) => sum + (kinds.includes(kind) ? countWords(text) : 0), 0);
  const longer = Math.max(countWordsOf(["same", "gone"]), countWordsOf(["same", "new"]));
  return longer > 0 && countWordsOf(["same"]) / longer >= MIN_COMMON_SHARE;
}

/** Merges neighboring changes and the few common words between them. */
function joinSlightChanges(pieces: readonly DiffPiece[]): DiffPiece[] {
  const result: DiffPiece[] = [];
  let removedText = "";
  let addedText = "";
  const flush = (): void => {
    if (removedText !== "") result.push({ kind: "gone", text: removedText });
    if (addedText !== "") result.push({ kind: "new", text: addedText });
    removedText = "";
    addedText = "";
  };
  pieces.forEach(({ kind, text }, index) => {
    const between = index > 0 && index < pieces.length - 1;
    const isSlight =
      kind === "same" && between && !text.includes("\n") && countWords(text) < MIN_COMMON_WORDS;
    if (kind === "same" && !isSlight) {
      flush();
      result.push({ kind, text });
      return;
    }
    if (kind !== "new") removedText += text;
    if (kind !== "gone") addedText += text;
  });
  flush();
  return result;
}

function countWords(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
