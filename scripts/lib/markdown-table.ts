/** A table in Markdown. Generated pages pad no cells. */
export function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `|${cells.map((cell) => cell.replaceAll("|", "\\|")).join("|")}|`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}
