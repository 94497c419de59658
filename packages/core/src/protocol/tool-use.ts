/** Error of a tool that was not called, because a cap has no room for the turn that would read its result. */
export const NO_ROOM_FOR_RESULT =
  "the budget has no room for what it returns: answer with what you have";
/** Error of a tool that was not called, because the cap on tool calls is used up. */
export const NO_TOOL_CALLS_LEFT = "the budget allows no more tool calls: answer with what you have";

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
