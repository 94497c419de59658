import type { ComponentChildren, VNode } from "preact";
import "../style/tables.css";

export interface Column<T> {
  name: string;
  /** Aligns the column at its end, as for numbers. */
  figure?: boolean;
  cell(row: T): ComponentChildren;
  /** Returns true if a narrow screen may omit the cell. */
  isEmpty?(row: T): boolean;
}

interface DataTableProps<T> {
  /** Accessible name of the table. */
  label: string;
  /** The first column names the row. */
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
              {columns.map((column, index) =>
                index === 0 ? (
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
