/** A name, and what it stands for. */
export interface NameOf<T> {
  name: string;
  of: T;
}

export interface FoundName<T> {
  of: T;
  at: number;
  end: number;
}

/** A text without case, a run of space as one, and where each of its signs stood. */
interface Folded {
  text: string;
  starts: number[];
}

function foldedSign(sign: string, code: number): string {
  if (code >= 65 && code <= 90) return sign.toLowerCase();
  if (code < 128) return code >= 9 && code <= 13 ? " " : sign;
  if (sign.trim() === "") return " ";
  const folded = sign.toUpperCase().toLowerCase();
  return folded.length === sign.length ? folded : sign;
}

function fold(text: string): Folded {
  const folded: Folded = { text: "", starts: [] };
  let [at, last] = [0, ""];
  for (const sign of text) {
    const next = foldedSign(sign, sign.charCodeAt(0));
    if (next !== " " || last !== " ") {
      folded.text += next;
      for (let unit = 0; unit < next.length; unit++) folded.starts.push(at);
    }
    at += sign.length;
    last = next;
  }
  folded.starts.push(text.length);
  return folded;
}

const letterOrDigit = /[\p{L}\p{N}]/u;

/** Whether a letter or digit begins or ends at `at`. */
function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code)) return false;
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  const isSecondHalf = code >= 0xdc00 && code <= 0xdfff;
  return letterOrDigit.test(
    String.fromCodePoint(text.codePointAt(isSecondHalf ? at - 1 : at) ?? 0),
  );
}

/** The first of `names` from `from` to `to`, sorted, that has `code` or more at `depth`. */
function firstFrom(
  names: readonly string[],
  [from, to]: readonly [number, number],
  depth: number,
  code: number,
): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    // A name that ends here comes before all others.
    const has = names[middle]?.charCodeAt(depth) ?? -1;
    if (Number.isNaN(has) || has < code) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Makes the function that finds names as whole words, whatever their case and spacing: from left to right,
 * the longest first, none inside another. More names hardly take more time.
 */
export function findNames<T>(names: readonly NameOf<T>[]): (text: string) => FoundName<T>[] {
  const meant = new Map<string, T>();
  for (const { name, of } of names) {
    const { text } = fold(name);
    if (text !== "" && !meant.has(text)) meant.set(text, of);
  }
  // By UTF-16 units, as they are compared.
  const sorted = [...meant.keys()].sort();
  const openings = new Set(sorted.map((name) => name.charCodeAt(0)));

  /** Where the longest name that begins at `from` ends; -1 without one. */
  function endOfName(text: string, from: number): number {
    let range: [number, number] = [0, sorted.length];
    let longest = -1;
    for (let at = from; range[0] < range[1]; at++) {
      if (at > from && sorted[range[0]]?.length === at - from && !isWordAt(text, at)) longest = at;
      const code = text.charCodeAt(at);
      if (Number.isNaN(code)) break;
      const depth = at - from;
      const [first, last] = [sorted[range[0]], sorted[range[1] - 1]];
      // What the first and the last have, all have.
      if (first?.charCodeAt(depth) === code && last?.charCodeAt(depth) === code) continue;
      range = [firstFrom(sorted, range, depth, code), firstFrom(sorted, range, depth, code + 1)];
    }
    return longest;
  }

  return (whole) => {
    const found: FoundName<T>[] = [];
    const { text, starts } = fold(whole);
    for (let from = 0; from < text.length; from++) {
      if (!openings.has(text.charCodeAt(from)) || isWordAt(text, from - 1)) continue;
      const end = endOfName(text, from);
      if (end < 0) continue;
      const of = meant.get(text.slice(from, end)) as T;
      found.push({ of, at: starts[from] ?? 0, end: starts[end] ?? whole.length });
      from = end - 1;
    }
    return found;
  };
}
