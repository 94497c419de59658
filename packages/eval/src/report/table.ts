import { styleText } from "node:util";
import { clipLine, toOneLine } from "@rostrum/core/support";
import type { ArmSummary, EvalReport } from "../summary.ts";
import type { Comparison } from "./compare.ts";
import { writeNotes } from "./notes.ts";
import {
  formatGrade,
  ARM_COLUMNS,
  COMPARISON_HEAD,
  formatComparison,
  DIFFERENCE_HEAD,
  formatDifference,
} from "./cells.ts";

/** Options of `reportTable()`. */
export interface TableOptions {
  color?: boolean;
}

const WIDTH = 100;
const NAME_WIDTH = 28;
const MAX_DISAGREEMENTS = 10;
const COLUMNS = ARM_COLUMNS.filter(({ wide }) => !wide);

/** The arms in a table for a terminal of 100 columns: accuracy and cost of each, then each against the vote. */
export function reportTable(report: EvalReport, { color = false }: TableOptions = {}): string {
  const paint = choosePaint(color);
  const notes = writeNotes(report).flatMap((note) => wrapWords(toOneLine(note)));
  if (report.questions === 0) return `${notes.join("\n")}\n`;
  const head = ["arm", ...COLUMNS.map(({ title }) => title)];
  const rows = report.arms.map((arm) => [
    clipLine(arm.name, NAME_WIDTH),
    ...COLUMNS.map(({ cell }) => cell(arm)),
  ]);
  return `${[
    ...alignColumns({ head, rows }, paint),
    "",
    ...formatAgainstVote(report.arms, paint),
    ...notes,
    ...formatDisagreements(report, paint),
  ].join("\n")}\n`;
}

/** The first answers on which graders differ; the reports have them all. */
function formatDisagreements({ grading }: EvalReport, paint: Paint): string[] {
  const all = grading?.disagreements ?? [];
  if (all.length === 0) return [];
  const rows = all
    .slice(0, MAX_DISAGREEMENTS)
    .map(({ id, answer, golds, rules, model }) => [
      clipLine(id, 20),
      clipLine(answer, 34),
      clipLine(golds.join(" / "), 24),
      formatGrade(rules),
      model.map(formatGrade).join(", "),
    ]);
  const head = ["graders differ", "answer", "right answer", "rules", "model"];
  const moreNote =
    all.length > MAX_DISAGREEMENTS ? [`and ${all.length - MAX_DISAGREEMENTS} more`] : [];
  return ["", ...alignColumns({ head, rows, left: [0, 1, 2, 3, 4] }, paint), ...moreNote];
}

/** Compares the arms with an earlier run, on the questions that both runs have. */
export function comparisonTable(
  { shared, left, arms }: Comparison,
  { color = false }: TableOptions = {},
): string {
  const head = ["against the earlier run", ...COMPARISON_HEAD];
  const rows = arms.map((arm) => [clipLine(arm.name, NAME_WIDTH), ...formatComparison(arm)]);
  const note = `${shared} questions are in both runs${left > 0 ? `, ${left} in one only or changed` : ""}.`;
  return `${[...alignColumns({ head, rows, left: [0, 7] }, choosePaint(color)), "", note].join("\n")}\n`;
}

function formatAgainstVote(arms: readonly ArmSummary[], paint: Paint): string[] {
  const rows = arms.flatMap(({ name, fixed, broken, againstVote: difference }) =>
    difference === null
      ? []
      : [
          [
            clipLine(name, NAME_WIDTH),
            String(fixed),
            String(broken),
            ...formatDifference(difference),
          ],
        ],
  );
  if (rows.length === 0) return [];
  const head = ["against the panel's vote", "fixed", "broken", ...DIFFERENCE_HEAD];
  return [...alignColumns({ head, rows, left: [0, 5] }, paint), ""];
}

/** A table whose columns are right-aligned unless `left` lists them. Default: only the first column. */
interface Columns {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Left-aligned columns. */
  left?: readonly number[];
}

/** Formats the lines of a table, with each column as wide as its longest cell. */
function alignColumns({ head, rows, left = [0] }: Columns, paint: Paint): string[] {
  const widths = head.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column] ?? "")].map((text) => [...text].length)),
  );
  const line = (cells: readonly string[], format: (text: string) => string): string =>
    cells
      .map((text, column) => {
        const gap = " ".repeat((widths[column] ?? 0) - [...text].length);
        // Colors have no width, so they are added after padding.
        return left.includes(column) ? `${format(text)}${gap}` : `${gap}${format(text)}`;
      })
      .join("  ")
      .trimEnd();
  const paintCell = (text: string): string =>
    Object.hasOwn(COLORS, text) ? paint(COLORS[text as keyof typeof COLORS], text) : text;
  return [line(head, (title) => paint("bold", title)), ...rows.map((row) => line(row, paintCell))];
}

/** Adds colors if enabled. */
type Paint = (format: "bold" | "green" | "red" | "dim", text: string) => string;

const COLORS = { better: "green", worse: "red", "no difference shown": "dim" } as const;

function choosePaint(color: boolean): Paint {
  return (format, text) =>
    color && text !== "" ? styleText(format, text, { validateStream: false }) : text;
}

/** Wraps at word boundaries. A word longer than a line gets its own line. */
function wrapWords(text: string): string[] {
  return text.match(new RegExp(`\\S.{0,${WIDTH - 2}}\\S(?=\\s|$)|\\S+`, "g")) ?? [];
}
