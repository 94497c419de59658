import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { publicMessage, RostrumError } from "../../errors.ts";
import { oneLine } from "../../export/index.ts";
import type { McpHost, McpQuestion } from "./host.ts";
import { outcomeOf, outcomeShape, outcomeText } from "./outcome.ts";
import { progressTo } from "./progress.ts";

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
    async (wanted, ctx): Promise<CallToolResult> => {
      try {
        const run = { signal: ctx.mcpReq.signal, onEvent: progressTo(ctx) };
        const record = await host.debate(wanted, run);
        const outcome = outcomeOf(record.result.id, record);
        return {
          content: [{ type: "text", text: outcomeText(outcome) }],
          structuredContent: { ...outcome },
        };
      } catch (error) {
        return failed(error);
      }
    },
  );
}

/** An error that the calling model can act on; details of other errors are not shown. */
function failed(error: unknown): CallToolResult {
  const text = oneLine(wordsOf(error) ?? "the debate could not run");
  return { content: [{ type: "text", text }], isError: true };
}

function wordsOf(error: unknown): string | null {
  if (error instanceof RostrumError) return publicMessage(error);
  return error instanceof Error && error.name === "HttpError" ? error.message : null;
}
