import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { oneLine } from "../../export/index.ts";
import type { McpHost } from "./host.ts";
import { outcomeOf, outcomeShape, outcomeText } from "./outcome.ts";

export function addGetDebateTool(server: McpServer, host: McpHost): void {
  const input: z.ZodType<{ id: string }> = z.object({
    id: z.string().min(1).max(200).describe("id of a debate"),
  });
  server.registerTool(
    "get_debate",
    {
      title: "Look up a debate",
      description: "Returns the status and the outcome of an earlier debate, by its id.",
      inputSchema: input,
      outputSchema: outcomeShape,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ id }): Promise<CallToolResult> => {
      const record = await host.record(id);
      if (!record) {
        return {
          content: [{ type: "text", text: `there is no debate "${oneLine(id)}"` }],
          isError: true,
        };
      }
      const outcome = outcomeOf(id, record);
      return {
        content: [{ type: "text", text: outcomeText(outcome) }],
        structuredContent: { ...outcome },
      };
    },
  );
}
