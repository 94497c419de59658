/** One cell per column. The first column is text, the others are figures unless `left` says otherwise. */
export interface Columns {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Columns that are read as text. */
  left?: readonly number[];
}

export interface Paint {
  head(text: string): string;
  cell(text: string): string;
}

/** Lines of a table, each column as wide as it needs to be. */
export function aligned({ head, rows, left = [0] }: Columns, paint: Paint): string[] {
  const widths = head.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column] ?? "")].map((text) => [...text].length)),
  );
  const line = (cells: readonly string[], each: (text: string) => string): string =>
    cells
      .map((text, column) => {
        const gap = " ".repeat((widths[column] ?? 0) - [...text].length);
        // Colors have no width, so they are added after the width is known.
        return left.includes(column) ? `${each(text)}${gap}` : `${gap}${each(text)}`;
      })
      .join("  ")
      .trimEnd();
  return [line(head, paint.head), ...rows.map((row) => line(row, paint.cell))];
}
