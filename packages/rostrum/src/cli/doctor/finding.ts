import { oneLine } from "../../export/index.ts";
import type { Style } from "../terminal/style.ts";

/** One thing that was checked. */
export interface Finding {
  /** `info` is neither good nor bad. */
  state: "ok" | "info" | "warning" | "problem";
  text: string;
}

const MARKS: Record<Finding["state"], string> = { ok: "✓", info: "·", warning: "!", problem: "✗" };

export function findingLine({ state, text }: Finding, style: Style): string {
  const paint = { ok: style.green, info: style.dim, warning: style.yellow, problem: style.red }[
    state
  ];
  return `${paint(MARKS[state])} ${oneLine(text)}`;
}
