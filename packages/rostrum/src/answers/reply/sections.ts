/** The two lines between which a reply puts its answer. The mark is made for one call alone. */
export function sectionLines(mark: string): { open: string; close: string } {
  return { open: `[[answer ${mark}]]`, close: `[[end ${mark}]]` };
}

/** A reply, taken apart at its marks. */
export interface Sections {
  /** What stands between the marks, once per pair of them. */
  sections: string[];
  /** The reply as people and other debaters see it: without its marks. */
  text: string;
  /** What stands outside of all sections. */
  outside: string;
}

/** Finds the sections of a reply. Without marks, the whole text is outside. */
export function readSections(text: string, mark: string | undefined): Sections {
  if (mark === undefined || !text.includes(mark)) return { sections: [], text, outside: text };
  const { open, close } = sectionLines(mark);
  const sections: string[] = [];
  let outside = "";
  let at = 0;
  for (;;) {
    const from = text.indexOf(open, at);
    const to = from < 0 ? -1 : text.indexOf(close, from + open.length);
    // An inner opening mark starts over: only the text after the last one is closed.
    const last = to < 0 ? -1 : text.lastIndexOf(open, to);
    if (to < 0) break;
    sections.push(text.slice(last + open.length, to));
    outside += `${text.slice(at, from)}\n`;
    at = to + close.length;
  }
  return { sections, text: withoutMarks(text, mark), outside: outside + text.slice(at) };
}

/** The text without its marks. A line that holds nothing else goes with them. */
export function withoutMarks(text: string, mark: string): string {
  const { open, close } = sectionLines(mark);
  if (!text.includes(open) && !text.includes(close)) return text;
  return text
    .split("\n")
    .filter((line) => line.trim() !== open && line.trim() !== close)
    .map((line) => line.replaceAll(open, "").replaceAll(close, ""))
    .join("\n")
    .trim();
}
