import { trimEnd } from "../words/trim.ts";

/** An option as a question lists it: "(B) Paris". */
export interface ListedOption {
  label: string;
  text: string;
}

const LABEL = /(?:^|[\s,;:.?])\(?([A-Z])[).:]\s+|(?:^|[\s,;:.?])\(([A-Z])\)\s*/g;

interface LabelPlace {
  label: string;
  start: number;
  end: number;
}

/**
 * Labels must run from A without a gap: letters met by chance don't. Of several runs the longest counts, the last of
 * them if they are equally long: "(group A)" inside an option starts no new list.
 */
export function listedOptions(question: string): ListedOption[] {
  let marks: LabelPlace[] = [];
  let longest: LabelPlace[] = [];
  LABEL.lastIndex = 0;
  for (let hit = LABEL.exec(question); hit !== null; hit = LABEL.exec(question)) {
    const label = hit[1] ?? hit[2] ?? "";
    const place = { label, start: hit.index, end: LABEL.lastIndex };
    if (label === "A") marks = [place];
    else {
      // Both the list so far and one that began inside of it may go on here.
      for (const run of new Set([longest, marks])) {
        if (label === String.fromCharCode(65 + run.length)) run.push(place);
      }
    }
    if (marks.length >= longest.length) longest = marks;
    LABEL.lastIndex = Math.max(LABEL.lastIndex - 1, hit.index + 1);
  }
  if (longest.length < 2) return [];
  return longest.map(({ label, end }, i) => {
    const next = longest[i + 1]?.start ?? question.length;
    const line = question.slice(end, next);
    const stop = i === longest.length - 1 ? line.search(/\n/) : -1;
    return {
      label,
      text: trimEnd(stop >= 0 ? line.slice(0, stop) : line, ",;.").trim(),
    };
  });
}
