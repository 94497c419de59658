/*
 * How long the documentation may be, in words as `wc -w` counts them. A page that is made from code has no limit of its
 * own, and tables from saved outputs don't count towards their page; the total has both.
 */
const README = "README.md";
export const MOST_WORDS = { readme: 900, page: 1200, docs: 35_000 } as const;

const MADE = /^<!-- Made from /m;
const SAVED = /^<!-- from: [\w-]+ -->\n[\s\S]*?^<!-- end -->$/gm;

export const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

export interface WordCount {
  /** Pages that are too long, as sentences. */
  problems: string[];
  /** What there is, in one line. */
  summary: string;
}

/** Counts the words of README.md and of the pages of docs/, by path. */
export function checkWords(pages: Readonly<Record<string, string>>): WordCount {
  const counts = Object.entries(pages).map(([path, text]) => {
    const limit = path === README ? MOST_WORDS.readme : MOST_WORDS.page;
    const own = MADE.test(text) ? 0 : countWords(text.replaceAll(SAVED, ""));
    return { path, own, limit, all: countWords(text) };
  });
  const docs = counts.filter(({ path }) => path !== README);
  const total = docs.reduce((sum, { all }) => sum + all, 0);
  const longest = docs.reduce((most, each) => (each.own > most.own ? each : most), docs[0]!);
  const readme = counts.find(({ path }) => path === README)?.all ?? 0;
  const tooLong = counts
    .filter(({ own, limit }) => own > limit)
    .map(({ path, own, limit }) => `${path}: ${own} words, at most ${limit}`);
  const over = total > MOST_WORDS.docs ? [`docs: ${total} words, at most ${MOST_WORDS.docs}`] : [];
  return {
    problems: [...tooLong, ...over],
    summary:
      `words: README ${readme} of ${MOST_WORDS.readme}; docs ${total} of ${MOST_WORDS.docs}, ` +
      `longest page ${longest.path} ${longest.own} of ${MOST_WORDS.page}`,
  };
}
