import { toOneLine } from "@rostrum/core/support";
import { wrap } from "../terminal/width.ts";
import type { Style } from "../terminal/style.ts";
import type { DoctorFinding } from "./checks.ts";

const MARKS = { ok: "✓", info: "·", warning: "!", problem: "✗" };

/** Formats a finding as a line with a mark, with its details below. */
export function formatFinding(
  { state, text, details = {} }: DoctorFinding,
  style: Style,
  /** Width of the terminal; undefined for a pipe or a file, where lines stay whole. */
  columns?: number,
): string {
  const { green, dim, yellow, red } = style;
  const paint = { ok: green, info: dim, warning: yellow, problem: red }[state];
  const fold = (line: string, indent: string): string =>
    columns === undefined ? line : wrap(line, columns - indent.length - 1).join(`\n${indent}`);
  const detailLines = Object.entries(details).map(
    ([name, words]) => `    ${fold(`${name}: ${toOneLine(words)}`, "      ")}`,
  );
  return [`${paint(MARKS[state])} ${fold(toOneLine(text), "  ")}`, ...detailLines].join("\n");
}
