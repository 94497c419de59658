import { McpServer } from "@modelcontextprotocol/server";
import { addDebateTool } from "./debate-tool.ts";
import { addGetDebateTool } from "./get-debate-tool.ts";
import type { McpHost } from "./host.ts";
import { addTranscripts } from "./transcripts.ts";
import { packageVersion } from "../../package-version.ts";

/** An MCP server with the tools `debate` and `get_debate`, and every transcript as a resource. */
export function mcpServer(host: McpHost): McpServer {
  const server = new McpServer({ name: "rostrum", title: "rostrum", version: packageVersion() });
  addDebateTool(server, host);
  addGetDebateTool(server, host);
  addTranscripts(server, host);
  return server;
}
