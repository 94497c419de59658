import type { VNode } from "preact";

/** Rows of a name and a value. */
export type Row = [name: string, value: VNode | string];

export function FactList({ title, rows }: { title: string; rows: readonly Row[] }): VNode {
  return (
    <section>
      <h2>{title}</h2>
      <dl class="facts">
        {rows.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
