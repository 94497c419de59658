import type { Readable, Writable } from "node:stream";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { createMcpServer } from "./create-mcp-server.ts";
import type { McpHost } from "./host.ts";

/** How messages reach a client: every transport of the MCP packages is one. */
export interface McpTransport {
  start(): Promise<void>;
  send(message: unknown, options?: unknown): Promise<void>;
  close(): Promise<void>;
}

/** A server that waits for its client. */
export interface McpConnection {
  connect(transport: McpTransport): Promise<void>;
  close(): Promise<void>;
}

/** An MCP server with the tools of panels, and every transcript as a resource. `onError` gets errors whose details callers may not see. */
export function mcpServer(
  host: McpHost,
  onError: (error: Error) => void = () => undefined,
): McpConnection {
  return createMcpServer(host, onError);
}

/** Serves MCP over standard input and output, or over other streams, until the client leaves. */
export async function serveMcpStdio(
  host: McpHost,
  onError: (error: Error) => void = () => undefined,
  { stdin, stdout }: { stdin: Readable; stdout: Writable } = process,
): Promise<void> {
  const ended = Promise.withResolvers<void>();
  const transport = new StdioServerTransport(stdin, stdout);
  serveStdio(() => createMcpServer(host, onError), { transport, onerror: onError });
  stdin.once("end", ended.resolve);
  stdin.once("close", ended.resolve);
  await ended.promise;
}
