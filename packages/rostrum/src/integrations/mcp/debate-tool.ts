import type { McpServer, ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";
import { publicMessage, RostrumError } from "../../errors.ts";
import { oneLine, clipped } from "../../export/index.ts";
import type { McpHost, McpQuestion } from "./local-host.ts";
import { formatToolError, formatToolResult, outcomeShape } from "./outcome.ts";
import type { DebateEvent } from "../../protocol/events.ts";

export function addDebateTool(server: McpServer, host: McpHost): void {
  const { panels } = host;
  const input: z.ZodType<McpQuestion> = z.object({
    question: z
      .string()
      .min(1)
      .max(1_000_000)
      .describe("the question, with everything needed to answer it"),
    context: z
      .string()
      .max(1_000_000)
      .optional()
      .describe("material for the question, such as a document"),
    panel: z
      .enum(panels as [string, ...string[]])
      .optional()
      .describe(`which panel to ask (${panels[0]})`),
    rounds: z.int().min(0).max(10).optional().describe("revision rounds after the independent one"),
  });
  server.registerTool(
    "debate",
    {
      title: "Ask a panel of models",
      description:
        "Asks several language models one question, lets them argue, and returns one answer with how far they " +
        "agree, who dissents and what it cost. Takes several model calls: use it where being right matters.",
      inputSchema: input,
      outputSchema: outcomeShape,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    async (wanted, ctx) => {
      try {
        const run = { signal: ctx.mcpReq.signal, onEvent: reportProgress(ctx) };
        const record = await host.debate(wanted, run);
        return formatToolResult(record.result.id, record);
      } catch (error) {
        return formatToolError(describeError(error));
      }
    },
  );
}

/** An error that the calling model can act on; details of other errors are not shown. */
function describeError(error: unknown): string {
  if (error instanceof RostrumError) return publicMessage(error);
  const isRefusal = error instanceof Error && error.name === "HttpError";
  return isRefusal ? error.message : "the debate could not run";
}

/** Reports a debate's progress to a client that asked for it. */
function reportProgress({ mcpReq }: ServerContext): (event: DebateEvent) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  let total: number | undefined;
  return (event) => {
    if (event.type === "debate.started") total = event.plannedCalls;
    const message = describeEvent(event);
    if (message === null) return;
    progress += 1;
    mcpReq
      .notify({
        method: "notifications/progress",
        params: { progressToken, progress, total, message },
      })
      // The signal reports a client that is gone.
      .catch(() => undefined);
  };
}

function describeEvent(event: DebateEvent): string | null {
  switch (event.type) {
    case "debate.response":
      return `${oneLine(event.debater)}, round ${event.round}: ${clipped(event.answer ?? "(unreadable)", 120)}`;
    case "debate.debater_failed":
      return `${oneLine(event.debater)}, round ${event.round}: no reply`;
    case "debate.balloting":
      return "the debaters rank one another's replies";
    case "debate.judging":
      return "the judge is asked";
    default:
      return null;
  }
}
