/** One line of the table. */
export interface Row {
  what: string;
  figure: string;
  ratio?: string;
  goal?: string;
  /** Whether the goal was reached. */
  reached?: boolean;
}

export function render(rows: readonly Row[]): string {
  const cells = [
    ["", "", "ratio", "goal", ""],
    ...rows.map(({ what, figure, ratio = "", goal = "", reached }) => [
      what,
      figure,
      ratio,
      goal,
      reached === undefined ? "" : reached ? "ok" : "MISSED",
    ]),
  ];
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, at) =>
          at === 1 ? cell.padStart(widths?.[at] ?? 0) : cell.padEnd(widths?.[at] ?? 0),
        )
        .join("   ")
        .trimEnd(),
    )
    .join("\n");
}
