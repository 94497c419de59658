import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { ResolvedConfig } from "../../api/index.ts";
import { callingTools, type FinalSay, type Wanted } from "../../models/index.ts";

export type { FinalSay } from "../../models/index.ts";

/** Whether the caller asks for more than plain text. */
export function asksForMore({ responseFormat, tools }: Wanted): boolean {
  return responseFormat?.type === "json" || (tools?.length ?? 0) > 0;
}

/**
 * Gives the caller's response format and tools to the judge only: peers' text must not steer a tool, and
 * the caller wants one answer, not one from each debater.
 */
export function withFinalSay(
  resolved: ResolvedConfig,
  wanted: Wanted,
  onSaid: (said: FinalSay, model: LanguageModelV4) => void,
): ResolvedConfig {
  const { judge } = resolved;
  const model = judge && callingTools(judge.model, wanted, onSaid);
  return judge && model ? { ...resolved, judge: { ...judge, model } } : resolved;
}
