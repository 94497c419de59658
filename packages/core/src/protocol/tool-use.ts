/** One use of a tool. */
export interface ToolUse {
  name: string;
  input: unknown;
  output?: unknown;
  /** Error of the tool. The model was told and continued. */
  error?: string;
  /** The provider's id of the call, in a reply that requests it. */
  id?: string;
  /** Name of the document that holds the result, for quotes. */
  document?: string;
}
