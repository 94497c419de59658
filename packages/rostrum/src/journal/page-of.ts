/** The rows of a page, and where the next page begins; `null`: this one is the last. */
export interface Page<Row> {
  rows: Row[];
  next: string | null;
}

/** From rows of which one more than fits the page was asked for. */
export function pageOf<Row extends { n: number }>(found: readonly Row[], limit: number): Page<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, next: found.length > limit && last ? String(last.n) : null };
}
