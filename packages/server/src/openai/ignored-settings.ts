import type { Context } from "hono";
import { isPlainObject } from "@rostrum/core/support";
import type { AppEnv } from "../app-env.ts";

/** Header with a sentence about settings of a request that were ignored. */
export const WARNING_HEADER = "x-rostrum-warning";

/** Settings of chat clients that a panel's own config determines, in all three APIs. */
const IGNORED_SETTINGS: readonly string[] = [
  "temperature",
  "top_p",
  "top_k",
  "min_p",
  "max_tokens",
  "max_completion_tokens",
  "max_output_tokens",
  "max_tool_calls",
  "frequency_penalty",
  "presence_penalty",
  "repetition_penalty",
  "logit_bias",
  "logprobs",
  "top_logprobs",
  "seed",
  "stop",
  "stop_sequences",
  "reasoning",
  "reasoning_effort",
  "verbosity",
  "prediction",
  "modalities",
  "audio",
  "functions",
  "function_call",
  "web_search_options",
  "mcp_servers",
];

/** Says in a header which settings of a request have no effect. Their values are never repeated. */
export function warnOfIgnored(c: Context<AppEnv>, body: object): void {
  const settings: Record<string, unknown> = { ...body };
  const names = IGNORED_SETTINGS.filter((name) => settings[name] != null);
  const warnings = [
    ...(names.length === 0
      ? []
      : [`ignored, because the panel's settings apply: ${names.join(", ")}`]),
    ...(demandsTool(settings) ? ["ignored, because the request offers no tools: tool_choice"] : []),
  ];
  if (warnings.length > 0) c.header(WARNING_HEADER, warnings.join("; "));
}

/** True if a call of a tool is demanded, and no tool is offered. */
function demandsTool({ tools, tool_choice: choice }: Record<string, unknown>): boolean {
  const hasTools = Array.isArray(tools) && tools.length > 0;
  const demand = isPlainObject(choice) ? choice["type"] : choice;
  return !hasTools && demand != null && demand !== "auto" && demand !== "none";
}
