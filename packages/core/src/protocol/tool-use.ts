/** One use of a tool. */
export interface ToolUse {
  name: string;
  input: unknown;
  output?: unknown;
  /** What went wrong; the model was told and went on. */
  error?: string;
  /** How the provider identifies the call, in a reply that asks for it. */
  id?: string;
  /** The name under which its result is a document of the debate, and can be quoted. */
  document?: string;
}
