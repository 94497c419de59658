import { Client, InMemoryTransport, type ClientOptions } from "@modelcontextprotocol/client";
import { mcpServer, type McpHost } from "rostrum/mcp";
import { onTestFinished } from "vitest";

/** A client of the 2025 revisions, connected to a host in this process. `prepare` says what the client offers. */
export async function overMemory(
  host: McpHost,
  options: ClientOptions = {},
  prepare: (client: Client) => void = () => undefined,
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, options);
  prepare(client);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await mcpServer(host).connect(far);
  await client.connect(near);
  onTestFinished(() => client.close());
  return client;
}
