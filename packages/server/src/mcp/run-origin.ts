import type { StartedEvent } from "@rostrum/core/protocol";
import { MCP_KEY, type McpQuestion } from "./host.ts";
import type { CostEstimate } from "./outcome.ts";

/** Settings of a request besides the question and the panel. */
export type RunSettings = Pick<
  McpQuestion,
  "rounds" | "answer" | "report" | "repository" | "budget" | "reviewed"
>;

/** Request of a debate, stored in its metadata so that another process can resume it. */
export type McpRunOrigin = RunSettings & {
  panel: string;
  folder?: string | undefined;
  estimate?: CostEstimate | undefined;
};

/** `null`: the debate was not started over MCP. */
export function readOrigin(started: StartedEvent | null): McpRunOrigin | null {
  const origin = started?.metadata?.[MCP_KEY] as Partial<McpRunOrigin> | undefined;
  return typeof origin?.panel === "string" ? (origin as McpRunOrigin) : null;
}
