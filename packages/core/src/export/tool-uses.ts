import type { ToolUse } from "../protocol/tool-use.ts";
import { formatOutput } from "../record/index.ts";
import { clipLine } from "../visible.ts";

const LONGEST_INPUT = 120;

/** Which tool was called with what, and the name that its result can be quoted by. */
export function describeToolUse({ name, input, document, error }: ToolUse): string {
  const asked = clipLine(JSON.stringify(input) ?? "", LONGEST_INPUT);
  const called = `Tool ${name} ${asked}`;
  if (error !== undefined) return `${called}, which failed`;
  return document === undefined ? called : `${called}, document ${document}`;
}

/** What it returned, or what went wrong. */
export function formatToolResult({ output, error }: ToolUse): string {
  return error ?? formatOutput(output);
}
