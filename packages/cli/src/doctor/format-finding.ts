import { toOneLine } from "@rostrum/core/support";
import type { Style } from "../terminal/style.ts";
import type { DoctorFinding } from "./checks.ts";

const MARKS = { ok: "✓", info: "·", warning: "!", problem: "✗" };

/** Formats a finding as a line with a mark, with its details below. */
export function formatFinding({ state, text, details = {} }: DoctorFinding, style: Style): string {
  const { green, dim, yellow, red } = style;
  const paint = { ok: green, info: dim, warning: yellow, problem: red }[state];
  const detailLines = Object.entries(details).map(
    ([name, words]) => `    ${name}: ${toOneLine(words)}`,
  );
  return [`${paint(MARKS[state])} ${toOneLine(text)}`, ...detailLines].join("\n");
}
