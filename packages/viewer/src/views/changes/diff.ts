/** A piece of the comparison of two texts. */
export interface Piece {
  kind: "same" | "gone" | "new";
  text: string;
}

/** With more words than this, a full comparison takes too long, so lines are compared. */
const MANY_WORDS = 3000;
const MANY_EDITS = 1500;

/** Deleted and added words between two texts. */
export function diffOf(before: string, after: string): Piece[] {
  const long = before.length + after.length > MANY_WORDS * 6;
  const split = (text: string): string[] => text.match(long ? /[^\n]*\n?/g : /\s+|[^\s]+/g) ?? [];
  return tidied(joined(compared(split(before).filter(Boolean), split(after).filter(Boolean))));
}

/**
 * Below this share of common words, a word-by-word difference is noise, and both texts are easier
 * to read whole.
 */
const ALIKE = 0.4;

/** Whether two texts have enough in common for a reader to follow their difference. */
export function areAlike(pieces: readonly Piece[]): boolean {
  const words = (kinds: readonly Piece["kind"][]): number =>
    pieces.reduce((sum, { kind, text }) => sum + (kinds.includes(kind) ? wordsIn(text) : 0), 0);
  const longer = Math.max(words(["same", "gone"]), words(["same", "new"]));
  return longer > 0 && words(["same"]) / longer >= ALIKE;
}

/** Myers' shortest edit script. */
function compared(before: readonly string[], after: readonly string[]): Piece[] {
  const furthest = new Map<number, number>([[1, 0]]);
  const trace: Map<number, number>[] = [];
  const most = Math.min(before.length + after.length, MANY_EDITS);
  for (let edits = 0; edits <= most; edits++) {
    trace.push(new Map(furthest));
    for (let line = -edits; line <= edits; line += 2) {
      const down = goesDown(furthest, line, edits);
      let x = down ? (furthest.get(line + 1) ?? 0) : (furthest.get(line - 1) ?? 0) + 1;
      while (x < before.length && before[x] === after[x - line]) x += 1;
      furthest.set(line, x);
      if (x >= before.length && x - line >= after.length) return traced(trace, before, after);
    }
  }
  // The texts have too little in common to show a difference.
  return [
    ...before.map((text): Piece => ({ kind: "gone", text })),
    ...after.map((text): Piece => ({ kind: "new", text })),
  ];
}

function goesDown(furthest: ReadonlyMap<number, number>, line: number, edits: number): boolean {
  const left = furthest.get(line - 1) ?? -1;
  return line === -edits || (line !== edits && left < (furthest.get(line + 1) ?? -1));
}

function traced(
  trace: readonly Map<number, number>[],
  before: readonly string[],
  after: readonly string[],
): Piece[] {
  const pieces: Piece[] = [];
  let x = before.length;
  let y = after.length;
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const furthest = trace[edits] ?? new Map<number, number>();
    const line = x - y;
    const down = goesDown(furthest, line, edits);
    const from = furthest.get(down ? line + 1 : line - 1) ?? 0;
    const fromY = from - (down ? line + 1 : line - 1);
    while (x > from && y > fromY && x > 0 && y > 0 && before[x - 1] === after[y - 1]) {
      x -= 1;
      y -= 1;
      pieces.push({ kind: "same", text: before[x] ?? "" });
    }
    if (edits === 0) break;
    if (down) pieces.push({ kind: "new", text: after[--y] ?? "" });
    else pieces.push({ kind: "gone", text: before[--x] ?? "" });
  }
  return pieces.reverse();
}

/** One or two common words don't split a change in two, because it reads better as a whole. */
function tidied(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  let gone = "";
  let fresh = "";
  const flush = (): void => {
    if (gone !== "") result.push({ kind: "gone", text: gone });
    if (fresh !== "") result.push({ kind: "new", text: fresh });
    gone = "";
    fresh = "";
  };
  pieces.forEach(({ kind, text }, at) => {
    const between = at > 0 && at < pieces.length - 1;
    const slight = kind === "same" && between && !text.includes("\n") && wordsIn(text) < FEW_WORDS;
    if (kind === "same" && !slight) {
      flush();
      result.push({ kind, text });
      return;
    }
    if (kind !== "new") gone += text;
    if (kind !== "gone") fresh += text;
  });
  flush();
  return result;
}

const FEW_WORDS = 3;

function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/** Neighbours of one kind as one piece. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last?.kind === piece.kind) last.text += piece.text;
    else result.push({ ...piece });
  }
  return result;
}
