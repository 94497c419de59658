import { countFinalChars, LINE_ENDS, removeMarks } from "@rostrum/core/answers";

/**
 * Takes the marks out of a text that arrives in pieces, wherever its pieces end: all that it returns is the beginning of
 * what `removeMarks` makes of the text. What may belong to a mark is held back until its line ends; when the reply is
 * complete, its whole text is told anyway.
 */
export function createMarkFilter(marks: readonly string[]): (piece: string) => string {
  /** The rest of the unfinished line. One character stands for all that was passed on, so that long lines take no longer. */
  let line = "";
  let passedOn = 0;
  return (piece) => {
    const [next = "", ...otherLines] = piece.split("\n");
    line += next;
    let text = "";
    for (const other of otherLines) {
      text += marks.reduce(removeMarks, `${line}\n`).slice(passedOn);
      passedOn = 0;
      line = other;
    }
    const certain = Math.max(passedOn, countFinalChars(line));
    text += line.slice(passedOn, certain);
    if (certain > 0) {
      const last = line[certain - 1] ?? "";
      line = (LINE_ENDS.includes(last) ? last : "x") + line.slice(certain);
      passedOn = 1;
    }
    return text;
  };
}
