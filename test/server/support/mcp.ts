import {
  Client,
  InMemoryTransport,
  StreamableHTTPClientTransport,
  type ClientOptions,
} from "@modelcontextprotocol/client";
import { memoryJournal, type DebateConfig } from "rostrum";
import { localHost, mcpServer, type McpHost } from "rostrum/mcp";
import { serve } from "rostrum/server";
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

export type Panels = Record<string, DebateConfig<unknown>>;

/** A host in this process, which ends with the test. */
export function newHost(panels: Panels, folder?: string): McpHost {
  const host = localHost({ panels, journal: memoryJournal(), folder });
  onTestFinished(() => host.close());
  return host;
}

export interface Outcome {
  id: string;
  status: string;
  answer: string | null;
}

/** Calls a tool and waits for the end of the debate, unless the arguments say otherwise. */
export async function call(
  client: Client,
  name: string,
  args: object,
): Promise<Outcome & Record<string, unknown>> {
  const { structuredContent, content } = await client.callTool({
    name,
    arguments: name === "cancel" ? { ...args } : { wait: 45, ...args },
  });
  if (structuredContent === undefined) throw new Error(JSON.stringify(content));
  return structuredContent as unknown as Outcome & Record<string, unknown>;
}

/** A client over HTTP of either revision, with what it offers. */
export async function overHttp(
  panels: Panels,
  versionNegotiation: ClientOptions["versionNegotiation"],
  capabilities: NonNullable<ClientOptions["capabilities"]> = {},
  prepare: (client: Client) => void = () => undefined,
): Promise<Client> {
  const serving = await serve({ port: 0, journal: memoryJournal(), panels });
  onTestFinished(() => serving.close());
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation, capabilities });
  prepare(client);
  await client.connect(new StreamableHTTPClientTransport(new URL(`${serving.url}/mcp`)));
  onTestFinished(() => client.close());
  return client;
}
