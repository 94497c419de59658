import { createRequire } from "node:module";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, isSix, question, type ClientTasks } from "./tasks.ts";

interface McpClient {
  callTool(call: { name: string; arguments: object }, ...more: never[]): Promise<unknown>;
  close(): Promise<void>;
}

export function mcp(connect: () => Promise<McpClient>): ClientTasks {
  async function calling(name: string, input: object): Promise<string> {
    const client = await connect();
    try {
      return JSON.stringify(await client.callTool({ name, arguments: input }));
    } finally {
      await client.close();
    }
  }
  return {
    plain: async () => isSix(await calling("ask", { question, panel: "panel", wait: 45 })),
    async "follow-up"() {
      const first = await calling("ask", { question, panel: "panel", wait: 45 });
      const id = /[\da-f]{8}-[\da-f-]{27}/.exec(first)?.[0];
      expect(id, `no id in ${first.slice(0, 200)}`);
      isSix(await calling("follow", { id, question, wait: 45 }));
    },
    async errors() {
      const answer = await calling("ask", { question, panel: "nobody" }).catch(
        (error: Error) => error.message,
      );
      expect(/isError|nobody|expected/i.test(answer), answer);
    },
  };
}

export async function modernMcp(url: string): Promise<McpClient> {
  const client = new Client({ name: "clients", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)));
  return client as unknown as McpClient;
}

export async function olderMcp(url: string): Promise<McpClient> {
  const require = createRequire(import.meta.url);
  const [sdk, http] = (await Promise.all([
    import(require.resolve("@modelcontextprotocol/sdk/client/index.js")),
    import(require.resolve("@modelcontextprotocol/sdk/client/streamableHttp.js")),
  ])) as [Record<string, never>, Record<string, never>];
  const { Client: Older } = sdk as unknown as {
    Client: new (info: object) => McpClient & { connect(to: unknown): Promise<void> };
  };
  const { StreamableHTTPClientTransport: Transport } = http as unknown as {
    StreamableHTTPClientTransport: new (url: URL) => unknown;
  };
  const client = new Older({ name: "clients", version: "1" });
  await client.connect(new Transport(new URL(`${url}/mcp`)));
  return client;
}
