import type { ComponentChildren, VNode } from "preact";
import "../style/tables.css";

export interface Column<T> {
  name: string;
  /** Aligned at the end, as numbers are. */
  figure?: boolean;
  cell(row: T): ComponentChildren;
  /** Whether a narrow screen may leave it out, because it says nothing. */
  isEmpty?(row: T): boolean;
}

interface DataTableProps<T> {
  /** What the rows are, for those who don't see the heading. */
  label: string;
  /** The first one names the row. */
  columns: readonly Column<T>[];
  rows: readonly T[];
}

/** A table whose rows become blocks of named values where the columns don't fit. */
export function DataTable<T>({ label, columns, rows }: DataTableProps<T>): VNode {
  const align = ({ figure = false }: Column<T>): string => (figure ? "figure" : "");
  return (
    <div class="table-frame">
      <table class="data stacked" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" class={align(column)}>
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {columns.map((column, at) =>
                at === 0 ? (
                  <th scope="row" class="said">
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    class={`${align(column)}${column.isEmpty?.(row) ? " empty-cell" : ""}`}
                    data-name={column.name}
                  >
                    <div>{column.cell(row)}</div>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
