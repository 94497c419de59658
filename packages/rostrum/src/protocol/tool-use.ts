/** One use of a tool. */
export interface ToolUse {
  name: string;
  input: unknown;
  output?: unknown;
  /** What went wrong; the model was told and went on. */
  error?: string;
}
