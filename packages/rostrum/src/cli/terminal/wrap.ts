import { columnsOf, take } from "./width.ts";

/** Breaks text into lines of at most `columns`, at spaces where there are any. Indents are kept. */
export function wrap(text: string, columns: number): string[] {
  return text
    .split("\n")
    .flatMap((line) => wrapLine(line.replaceAll("\t", "    "), Math.max(8, columns)));
}

function wrapLine(line: string, columns: number): string[] {
  if (columnsOf(line) <= columns) return [line];
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/(?<= )(?=[^ ])/u)) {
    if (columnsOf(current + word.trimEnd()) <= columns) {
      current += word;
      continue;
    }
    if (current.trim() !== "") lines.push(current.trimEnd());
    current = word;
    while (columnsOf(current.trimEnd()) > columns) {
      const head = take(current, columns);
      lines.push(head);
      current = current.slice(head.length);
    }
  }
  if (current.trim() !== "" || lines.length === 0) lines.push(current.trimEnd());
  return lines;
}
