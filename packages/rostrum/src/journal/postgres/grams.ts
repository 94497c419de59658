/** Signs in a group. Shorter groups stand at the end of a text only. */
const SIGNS = 3;
/** Between the texts of a run. No group contains it. */
const BETWEEN = "\u0001";
/** A longer text is read by each search instead of being indexed. */
const MOST_INDEXED = 20_000;

/** What a search looks through, in lower case: all texts of a run. */
export function wordsOf(texts: readonly string[]): string {
  return texts.map(searchable).join(BETWEEN).toLowerCase();
}

/** A text, stored or searched for, in which nothing looks like the end of a text. */
export function searchable(text: string): string {
  return text.replaceAll(BETWEEN, "\uFFFD");
}

/**
 * The groups of three signs that the words of a run have, as Postgres keeps them in an index. Every text that the
 * words contain begins with one of them, or is the beginning of one. `null`: the words are too long.
 */
export function gramsOf(words: string): string[] | null {
  if (words.length > MOST_INDEXED) return null;
  const grams = new Set<string>();
  for (const text of words.split(BETWEEN)) {
    const signs = [...text];
    for (let at = 0; at < signs.length; at++) grams.add(signs.slice(at, at + SIGNS).join(""));
  }
  return [...grams];
}

/** The query for runs that may contain a text; `null` if the index can't say. */
export function queryFor(search: string): string | null {
  const signs = [...search];
  if (search === "") return null;
  if (signs.length < SIGNS) return `${quoted(search)}:*`;
  const grams = signs.slice(SIGNS - 1).map((_, at) => signs.slice(at, at + SIGNS).join(""));
  return [...new Set(grams)].map(quoted).join(" & ");
}

function quoted(gram: string): string {
  return `'${gram.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
