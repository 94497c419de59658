import type { ToolUse } from "../protocol/tool-use.ts";
import { formatOutput } from "../record/quotes/sources.ts";
import { clipLine } from "../visible.ts";

const MAX_INPUT_CHARS = 120;

/** Name and input of a tool call, and the document name of its result. */
export function describeToolUse({ name, input, document, error }: ToolUse): string {
  const inputText = clipLine(JSON.stringify(input) ?? "", MAX_INPUT_CHARS);
  const callText = `Tool ${name} ${inputText}`;
  if (error !== undefined) return `${callText}, which failed`;
  return document === undefined ? callText : `${callText}, document ${document}`;
}

export function formatToolResult({ output, error }: ToolUse): string {
  return error ?? formatOutput(output);
}
