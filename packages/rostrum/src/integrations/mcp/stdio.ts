import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { McpHost } from "./host.ts";
import { mcpServer } from "./server.ts";

/** Serves MCP over standard input and output until the client leaves. */
export async function serveMcpStdio(
  host: McpHost,
  onError: (error: Error) => void = () => undefined,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const transport = new StdioServerTransport();
  serveStdio(() => mcpServer(host), { transport, onerror: onError });
  process.stdin.once("end", ended.resolve);
  process.stdin.once("close", ended.resolve);
  await ended.promise;
}
