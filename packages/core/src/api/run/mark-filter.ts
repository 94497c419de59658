import { countCertain, removeMarks } from "../../answers/index.ts";

/**
 * Takes the marks out of a text that arrives in pieces, wherever its pieces end: all that it returns is the beginning of
 * what `removeMarks` makes of the text. What may belong to a mark is held back until its line ends; when the reply is
 * complete, its whole text is told anyway.
 */
export function createMarkFilter(marks: readonly string[]): (piece: string) => string {
  /** The unfinished line as it was written, and how much of it was passed on. */
  let line = "";
  let passedOn = 0;
  return (piece) => {
    const lines = (line + piece).split("\n");
    line = lines.pop() ?? "";
    let text = "";
    for (const complete of lines) {
      text += marks.reduce(removeMarks, `${complete}\n`).slice(passedOn);
      passedOn = 0;
    }
    const certain = Math.max(passedOn, countCertain(line));
    text += line.slice(passedOn, certain);
    passedOn = certain;
    return text;
  };
}
