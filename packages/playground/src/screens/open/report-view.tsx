import type { VNode } from "preact";
import { visible } from "../../../../rostrum/src/visible.ts";
import type { Snapshot, SnapshotRow } from "../../../../rostrum/src/eval/report/json.ts";
import { debateHref } from "../../../../viewer/src/route/route.ts";
import { ofRecord } from "../../files/read-file.ts";
import { openRun } from "../../runs/runs.ts";
import { ArmsTable } from "../arms/arms-table.tsx";

interface ReportViewProps {
  report: Snapshot;
  /** More rows are about to arrive, so only the figures are shown. */
  live?: boolean;
}

const MOST_ROWS = 300;

/** The arms of an evaluation, and the questions on which they differ. */
export function ReportView({ report, live = false }: ReportViewProps): VNode {
  const names = report.arms.map(({ name }) => name);
  return (
    <section class="report">
      <h2>{live ? "So far" : `Evaluation ${visible(report.id)}`}</h2>
      <p class="dim small">
        {report.rows.length} questions{live ? "" : ` · ${visible(report.date)}`}
        {report.stopped ? ` · ${visible(report.stopped)}` : ""}
      </p>
      <ArmsTable arms={report.arms} />
      {!live && <Differing rows={report.rows} names={names} />}
    </section>
  );
}

function Differing({
  rows,
  names,
}: {
  rows: readonly SnapshotRow[];
  names: string[];
}): VNode | null {
  const differing = rows.filter(({ outcomes }) => {
    const found = new Set(names.map((name) => outcomes[name]?.right === true));
    return found.size > 1;
  });
  if (differing.length === 0) return null;
  return (
    <>
      <h3>Where they differ: {differing.length} questions</h3>
      <div
        class="arms-scroll"
        tabIndex={0}
        role="region"
        aria-label="Questions on which arms differ"
      >
        <table class="arms">
          <thead>
            <tr>
              <th scope="col">Question</th>
              <th scope="col">Known answer</th>
              {names.map((name) => (
                <th scope="col">{visible(name)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differing.slice(0, MOST_ROWS).map((row) => (
              <tr>
                <th scope="row">{visible(row.item.question)}</th>
                <td>{visible(row.item.gold)}</td>
                {names.map((name) => (
                  <Outcome row={row} name={name} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Right or wrong, with its debate where there is one. */
function Outcome({ row, name }: { row: SnapshotRow; name: string }): VNode {
  const outcome = row.outcomes[name];
  const words = outcome?.right ? "✓ right" : "✗ wrong";
  const debate = outcome && row.debates?.[outcome.debate ?? -1];
  if (!debate) return <td>{words}</td>;
  return (
    <td>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          const found = ofRecord(debate as unknown as Record<string, unknown>);
          openRun(found.id, found.moment);
          location.hash = debateHref(found.id);
        }}
      >
        {words}
      </button>
    </td>
  );
}
