import { trimEnd } from "../words/trim.ts";

/** An option as a question lists it: "(B) Paris". */
export interface ListedOption {
  label: string;
  text: string;
}

const LABEL = /(?:^|[\s,;:.?])\(?([A-Z])[).:]\s+|(?:^|[\s,;:.?])\(([A-Z])\)\s*/g;

/** Labels must run from A without a gap: letters met by chance don't. */
export function listedOptions(question: string): ListedOption[] {
  const marks: { label: string; start: number; end: number }[] = [];
  LABEL.lastIndex = 0;
  for (let hit = LABEL.exec(question); hit !== null; hit = LABEL.exec(question)) {
    const label = hit[1] ?? hit[2] ?? "";
    const expected = String.fromCharCode(65 + marks.length);
    if (label === "A") marks.length = 0;
    if (label === expected || label === "A")
      marks.push({ label, start: hit.index, end: LABEL.lastIndex });
    LABEL.lastIndex = Math.max(LABEL.lastIndex - 1, hit.index + 1);
  }
  if (marks.length < 2) return [];
  return marks.map(({ label, end }, i) => {
    const next = marks[i + 1]?.start ?? question.length;
    const line = question.slice(end, next);
    const stop = i === marks.length - 1 ? line.search(/\n/) : -1;
    return {
      label,
      text: trimEnd(stop >= 0 ? line.slice(0, stop) : line, ",;.").trim(),
    };
  });
}
