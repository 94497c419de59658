import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Snapshot, SnapshotRow } from "@rostrum/eval";
import { clipLine, escapeInvisible } from "@rostrum/core/support";
import { formatCount, formatDateTime } from "@rostrum/core/export";
import { debateHref, Problem } from "@rostrum/page";
import { describeError } from "../../describe-error.ts";
import { openRecord } from "../../files/read-file.ts";
import { openRun } from "../../runs/runs.ts";
import { ArmsTable } from "../arms/arms-table.tsx";

interface ReportViewProps {
  report: Snapshot;
  /** True while rows are still arriving, when only the figures are shown. */
  live?: boolean;
}

const MAX_ROWS = 300;

/** The date comes from a file and may be anything. */
const formatDate = (date: string): string =>
  Number.isFinite(Date.parse(date)) ? formatDateTime(Date.parse(date)) : clipLine(date, 40);

/** Arms of an evaluation, and the questions on which they differ. */
export function ReportView({ report, live = false }: ReportViewProps): VNode {
  const names = report.arms.map(({ name }) => name);
  return (
    <section class="report">
      <h2>{live ? "So far" : `Evaluation ${escapeInvisible(report.id)}`}</h2>
      <p class="dim small">
        {formatCount(report.rows.length, "question")}
        {live ? "" : ` · ${formatDate(report.date)}`}
        {report.stopped ? ` · ${escapeInvisible(report.stopped)}` : ""}
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
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => setProblem(null), [rows]);
  const differing = rows.filter(({ outcomes }) => {
    const correctness = new Set(names.map((name) => outcomes[name]?.right === true));
    return correctness.size > 1;
  });
  if (differing.length === 0) return null;
  return (
    <>
      <h3>Where they differ: {formatCount(differing.length, "question")}</h3>
      {differing.length > MAX_ROWS && <p class="dim small">The first {MAX_ROWS} are shown.</p>}
      {problem && <Problem>{problem}</Problem>}
      <div
        class="arms-scroll"
        tabIndex={0}
        role="region"
        aria-label="Questions on which arms differ"
      >
        <table class="arms questions">
          <thead>
            <tr>
              <th scope="col">Question</th>
              <th scope="col">Known answer</th>
              {names.map((name) => (
                <th scope="col">{escapeInvisible(name)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {differing.slice(0, MAX_ROWS).map((row) => (
              <tr>
                <th scope="row">{clipLine(row.item.question, 300)}</th>
                <td>{clipLine(row.item.gold, 100)}</td>
                {names.map((name) => (
                  <Outcome {...{ row, name, setProblem }} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface OutcomeProps {
  row: SnapshotRow;
  name: string;
  setProblem(message: string | null): void;
}

/** Right or wrong, with a link to the debate if there is one. */
function Outcome({ row, name, setProblem }: OutcomeProps): VNode {
  const outcome = row.outcomes[name];
  const verdictLabel = outcome?.right ? "✓ right" : "✗ wrong";
  const debate = outcome && row.debates?.[outcome.debate ?? -1];
  if (!debate) return <td>{verdictLabel}</td>;
  return (
    <td>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          try {
            const opened = openRecord(debate as unknown as Record<string, unknown>);
            location.hash = debateHref(openRun(opened.id, opened.snapshot));
          } catch (thrown) {
            setProblem(describeError(thrown));
          }
        }}
      >
        {verdictLabel}
      </button>
    </td>
  );
}
