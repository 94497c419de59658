import type { Readable, Writable } from "node:stream";
import { McpServer, ResourceNotFoundError, ResourceTemplate } from "@modelcontextprotocol/server";
import { z } from "zod";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { addDebateTool } from "./debate-tool.ts";
import type { McpHost } from "./local-host.ts";
import { packageVersion } from "../../package-version.ts";
import { clipped, toMarkdown } from "../../export/index.ts";
import { formatToolError, formatToolResult, outcomeShape, transcriptUri } from "./outcome.ts";

/** An MCP server with the tools `debate` and `get_debate`, and every transcript as a resource. */
export function mcpServer(host: McpHost): McpServer {
  const server = new McpServer({ name: "rostrum", title: "rostrum", version: packageVersion() });
  addDebateTool(server, host);
  addGetDebateTool(server, host);
  addTranscripts(server, host);
  return server;
}

function addGetDebateTool(server: McpServer, host: McpHost): void {
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
    async ({ id }) => {
      const record = await host.record(id);
      return record ? formatToolResult(id, record) : formatToolError(`there is no debate "${id}"`);
    },
  );
}

const LISTED = 50;
const MARKDOWN = "text/markdown";

/** Every debate as a Markdown document, by its address. */
function addTranscripts(server: McpServer, host: McpHost): void {
  const template = new ResourceTemplate("rostrum://debates/{id}", {
    async list() {
      const runs = await host.recent(LISTED);
      return {
        resources: runs.map(({ id, question, status }) => ({
          uri: transcriptUri(id),
          name: id,
          title: clipped(question, 80),
          description: `Transcript of a debate (${status})`,
          mimeType: MARKDOWN,
        })),
      };
    },
  });
  server.registerResource(
    "transcript",
    template,
    { title: "Transcript of a debate", mimeType: MARKDOWN },
    async (uri, { id: raw }) => {
      const id = decodeURIComponent(String(raw));
      const record = await host.record(id);
      if (!record) throw new ResourceNotFoundError(uri.href);
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text: toMarkdown(record) }] };
    },
  );
}

/** Serves MCP over standard input and output, or over other streams, until the client leaves. */
export async function serveMcpStdio(
  host: McpHost,
  onError: (error: Error) => void = () => undefined,
  { stdin, stdout }: { stdin: Readable; stdout: Writable } = process,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const transport = new StdioServerTransport(stdin, stdout);
  serveStdio(() => mcpServer(host), { transport, onerror: onError });
  stdin.once("end", ended.resolve);
  stdin.once("close", ended.resolve);
  await ended.promise;
}
