import type { DebateResult } from "../../protocol/result.ts";
import { formatContent, formatPanelNote, formatUsage } from "./completion.ts";
import {
  FUNCTION_ID,
  MESSAGE_ID,
  REASONING_ID,
  RESPONSE_ID,
  type ResponsesRequest,
} from "./responses-input.ts";
import type { ToolCall } from "./tools.ts";

export interface ResponseHead {
  /** The debate's id. */
  id: string;
  created: number;
  request: ResponsesRequest;
}

/** A response that has not ended. */
export function startResponse({ id, created, request }: ResponseHead): Record<string, unknown> {
  return {
    id: RESPONSE_ID + id,
    object: "response",
    created_at: created,
    status: "in_progress",
    background: false,
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: null,
    metadata: {},
    model: request.model,
    output: [],
    parallel_tool_calls: false,
    previous_response_id: request.previous_response_id ?? null,
    reasoning: { effort: null, summary: null },
    store: true,
    temperature: null,
    text: { format: request.text?.format ?? { type: "text" } },
    tool_choice: "none",
    tools: [],
    top_p: null,
    truncation: "disabled",
    usage: null,
  };
}

export function formatReasoning(id: string, said: string | null): Record<string, unknown> {
  return {
    id: REASONING_ID + id,
    type: "reasoning",
    summary: said === null ? [] : [{ type: "summary_text", text: said }],
  };
}

export function formatMessage(id: string, text: string | null): Record<string, unknown> {
  return {
    id: MESSAGE_ID + id,
    type: "message",
    role: "assistant",
    status: text === null ? "in_progress" : "completed",
    content: text === null ? [] : [formatText(text)],
  };
}

/** A call of a client's tool; its arguments are missing while they are being written. */
export function formatCall(
  { id, function: called }: ToolCall,
  given: string | null,
): Record<string, unknown> {
  return {
    id: FUNCTION_ID + id,
    type: "function_call",
    status: given === null ? "in_progress" : "completed",
    call_id: id,
    name: called.name,
    arguments: given ?? "",
  };
}

export function formatText(text: string): Record<string, unknown> {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}

/** A response with the verdict, and what the debaters said as the summary of its reasoning. */
export function finishResponse(
  head: ResponseHead,
  result: DebateResult<unknown>,
  said: string,
  typed: boolean,
  calls: readonly ToolCall[] = [],
  /** The content, if it was sent already. */
  sent?: string,
): Record<string, unknown> {
  const answer =
    calls.length > 0
      ? calls.map((call) => formatCall(call, call.function.arguments))
      : [formatMessage(head.id, sent ?? formatContent(result, typed))];
  return {
    ...startResponse(head),
    status: "completed",
    output: [formatReasoning(head.id, said), ...answer],
    usage: formatResponsesUsage(result),
    rostrum: formatPanelNote(result),
  };
}

/** `null` if any call's usage is unknown. */
function formatResponsesUsage(result: DebateResult<unknown>): object | null {
  const usage = formatUsage(result);
  if (!usage) return null;
  return {
    input_tokens: usage.prompt_tokens,
    input_tokens_details: { cached_tokens: usage.prompt_tokens_details?.cached_tokens ?? 0 },
    output_tokens: usage.completion_tokens,
    output_tokens_details: {
      reasoning_tokens: usage.completion_tokens_details?.reasoning_tokens ?? 0,
    },
    total_tokens: usage.total_tokens,
  };
}
