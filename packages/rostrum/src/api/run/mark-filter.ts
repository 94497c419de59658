import { sectionLines } from "../../answers/index.ts";

/**
 * Takes the marks out of a text that arrives in pieces, wherever its pieces end. What may be the beginning of a mark is
 * held back until the next piece comes; when the reply is complete, its whole text is told anyway.
 */
export function markFilter(marks: readonly string[]): (piece: string) => string {
  const lines = marks.map(sectionLines).flatMap(({ open, close }) => [open, close]);
  let held = "";
  return (piece) => {
    const text = lines.reduce((rest, line) => rest.replaceAll(line, ""), held + piece);
    held = lines
      .map((line) => beginningAtEnd(text, line))
      .reduce((a, b) => (a.length > b.length ? a : b), "");
    return text.slice(0, text.length - held.length);
  };
}

/** The longest beginning of a mark that a text ends with. */
function beginningAtEnd(text: string, mark: string): string {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length--) {
    if (text.endsWith(mark.slice(0, length))) return mark.slice(0, length);
  }
  return "";
}
