import { sentenceStart } from "../reply/sentence.ts";
import { normalised } from "../words/tokens.ts";
import { shortSpaces } from "../words/trim.ts";
import { findNames } from "./find-names.ts";
import type { NameOf } from "./find-names.ts";

export interface Named {
  option: string;
  names: string[];
}

/** A longer option matches only if the whole answer is its words. */
const longestName = 200;

const isLetter = (name: string): boolean => /^\(?[A-Za-z]\)?$/.test(name.trim());

/** "B", "(B)", "B.", "B: …", "Option B …" at the head of an answer. */
const leadingLetter =
  /^[\s*_"'`(\[$\\{]*(?:text\w*\{|mathrm\{|mathbf\{)?(?:(?:the\s+)?(?:correct\s+)?(?:option|choice|answer)(?:\s+is)?\s*:?\s*)?[\s*_"'`(\[{]*([A-Za-z])(?:[*_"'`)\]}]*$|[*_]*[).:,\]}]|\s*[-–—:]\s|\s+is\b|\s+because\b)/;

const spokenLetter =
  /\b(?:option|choice|answer)(?:\s+is)?\s*:?\s*[("'*[]*([A-Za-z])\b(?!')|\(([A-Z])\)/gi;

/** "…, so it must be B." */
const trailingLetter = /(?:^|[\s(*_])([A-Z])[)*_\s.!]*$/;

const denied =
  /\b(?:not|n't|never|rather than|instead of|nor|neither|isn't)\s+(?:\w+\s+)?["'“(]*$/i;

/** Makes the function that finds the one option a text settles on; `null` when it names none, or several. */
export function mentions(options: readonly Named[]): (text: string) => string | null {
  const byKey = new Map<string, string>();
  const byLetter = new Map<string, string>();
  const spoken: NameOf<string>[] = [];
  for (const { option, names } of options) {
    for (const name of names) {
      const key = normalised(name);
      if (key !== "" && !byKey.has(key)) byKey.set(key, option);
      if (isLetter(name)) byLetter.set(name.replace(/[()\s]/g, "").toUpperCase(), option);
      else if (key !== "" && name.length <= longestName) spoken.push({ name, of: option });
    }
  }
  const spokenIn = findNames(spoken);

  const named = (text: string): { option: string; at: number; end: number }[] => {
    const found: { option: string; at: number; end: number }[] = [];
    for (const { of: option, at, end } of spokenIn(text)) {
      if (!denied.test(text.slice(Math.max(0, at - 30), at))) found.push({ option, at, end });
    }
    spokenLetter.lastIndex = 0;
    for (let hit = spokenLetter.exec(text); hit !== null; hit = spokenLetter.exec(text)) {
      const option = byLetter.get((hit[1] ?? hit[2] ?? "").toUpperCase());
      if (
        option !== undefined &&
        !denied.test(text.slice(Math.max(0, hit.index - 30), hit.index))
      ) {
        found.push({ option, at: hit.index, end: spokenLetter.lastIndex });
      }
    }
    return found.sort((a, b) => a.at - b.at);
  };

  const only = (found: readonly { option: string }[]): string | null => {
    const [first] = found;
    return first !== undefined && found.every(({ option }) => option === first.option)
      ? first.option
      : null;
  };

  return (whole) => {
    // The choice is at the beginning or the end of an answer.
    const text = shortSpaces(
      whole.length > 4_000 ? `${whole.slice(0, 400)}\n${whole.slice(-3_000)}` : whole,
    );
    const exact = byKey.get(normalised(text));
    if (exact !== undefined) return exact;
    const letter = leadingLetter.exec(text.slice(0, 60))?.[1];
    const led = letter === undefined ? undefined : byLetter.get(letter.toUpperCase());
    if (led !== undefined) return led;
    const all = named(text);
    const ending = byLetter.get(trailingLetter.exec(text.slice(-40))?.[1] ?? "");
    if (all.length === 0) return ending ?? null;
    const sole = only(all);
    if (sole !== null) return sole;
    // "Yes, because no …": an option by itself at the beginning of the text is the answer.
    const [first] = all;
    if (
      first !== undefined &&
      /^[\s*_"'“`(]*$/.test(text.slice(0, first.at)) &&
      /^["'”`*)]*(?:[,.;:!–—-]|\s+(?:because|since|as)\b)/.test(text.slice(first.end))
    ) {
      return first.option;
    }
    if (ending !== undefined) return ending;
    const start = sentenceStart(text, text.trimEnd().length);
    return start === 0 ? null : only(all.filter(({ at }) => at >= start));
  };
}
