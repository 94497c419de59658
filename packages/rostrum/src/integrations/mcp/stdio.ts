import type { Readable, Writable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { McpHost } from "./host.ts";
import { mcpServer } from "./server.ts";

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
