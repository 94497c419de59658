import {
  ConfigError,
  isTooDeep,
  readMessage,
  typeName,
  isPlainObject,
} from "@rostrum/core/support";
import type { McpServer, OpenTools, ToolPort } from "@rostrum/core/protocol";
import { startableModule } from "../../package-file.ts";
import { environmentVariables, nodeModule } from "../../node-builtins.ts";
import { limitBody } from "../../models/limit-body.ts";
import { selectEnvironment } from "../../models/command/run-program.ts";

const CONNECT_MS = 30_000;

type Sdk = typeof import("./mcp-sdk.ts");
type ClientOptions = NonNullable<ConstructorParameters<Sdk["Client"]>[1]>;
type McpClient = InstanceType<Sdk["Client"]>;

/** A message longer than this ends the connection: it would be held in memory as a whole. */
const MAX_MESSAGE_BYTES = 8_000_000;

/**
 * Takes results as they come: only their text is used. The schemas of a server are not compiled, because a pattern in
 * one of them could keep this process busy for hours.
 */
const TRUSTING = {
  getValidator: () => (data: unknown) => ({ valid: true, data, errorMessage: undefined }),
} as unknown as NonNullable<ClientOptions["jsonSchemaValidator"]>;

/** Connects to a server of tools, and lists those that may be used. */
export async function openMcpServer(
  server: McpServer,
  field: string,
  signal: AbortSignal,
): Promise<OpenTools> {
  const sdk = await loadSdk(field);
  const client = new sdk.Client(
    { name: "rostrum", version: "1" },
    { jsonSchemaValidator: TRUSTING },
  );
  const limits = { timeout: CONNECT_MS, signal };
  try {
    await client.connect(createTransport(sdk, server), limits);
    const { tools } = await client.listTools(undefined, limits);
    const { allow } = server;
    const missing = allow?.find((name) => tools.every((tool) => tool.name !== name));
    if (missing !== undefined) {
      const toolNames = tools.map(({ name }) => name).join(", ") || "none";
      throw new ConfigError(
        `${field}.allow`,
        `expected tools of the server (${toolNames}), got "${missing}"`,
      );
    }
    const usable = tools.filter(({ name, annotations }) =>
      allow === undefined ? annotations?.readOnlyHint === true : allow.includes(name),
    );
    if (usable.length === 0) {
      const toolNames = tools.map(({ name }) => name).join(", ") || "none";
      const message = `expected a tool that may be used: the server marks none as read-only, so list them in \`allow\` (${toolNames})`;
      throw new ConfigError(field, message);
    }
    if (isTooDeep(JSON.stringify(usable))) {
      const message =
        "expected tools whose schemas have at most 200 levels, got deeper ones: leave them out of `allow`";
      throw new ConfigError(field, message);
    }
    return {
      tools: usable.map((tool) => toToolPort(client, tool)),
      close: () => client.close().catch(() => undefined),
    };
  } catch (error) {
    await client.close().catch(() => undefined);
    if (error instanceof ConfigError) throw error;
    const name = server.command?.join(" ") ?? server.url ?? "";
    throw new ConfigError(field, `expected an MCP server, got "${name}": ${readMessage(error)}`, {
      cause: error,
    });
  }
}

async function loadSdk(field: string): Promise<Sdk> {
  // Outside of Node, this reports that MCP tools need it.
  nodeModule("node:child_process", field);
  const { href } = startableModule("api/tools/mcp-sdk");
  try {
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ href)) as Sdk;
  } catch (cause) {
    const message = `needs ${href}, which can't be loaded: leave rostrum out of your bundle`;
    throw new ConfigError(field, message, { cause });
  }
}

function createTransport(
  sdk: Sdk,
  { command, url, env = [], bearer }: McpServer,
): Parameters<McpClient["connect"]>[0] {
  if (command !== undefined) {
    const [program = "", ...args] = command;
    return new sdk.StdioClientTransport({
      command: program,
      args,
      env: selectEnvironment(env),
      stderr: "ignore",
      maxBufferSize: MAX_MESSAGE_BYTES,
    });
  }
  const token = bearer === undefined ? undefined : environmentVariables()[bearer];
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new sdk.StreamableHTTPClientTransport(new URL(url ?? ""), {
    requestInit: { headers },
    fetch: async (address, init) => limitBody(await fetch(address, init), MAX_MESSAGE_BYTES),
  });
}

type ListedTool = Awaited<ReturnType<McpClient["listTools"]>>["tools"][number];

function toToolPort(client: McpClient, tool: ListedTool): ToolPort {
  const { name, description = "", inputSchema, annotations } = tool;
  return {
    name,
    offered: { description, inputSchema },
    readOnly: annotations?.readOnlyHint === true,
    async call(input, signal) {
      const args = input ?? {};
      if (!isPlainObject(args))
        throw new Error(`expected an object as input, got ${typeName(input)}`);
      const result = await client.callTool({ name, arguments: args }, { signal });
      const text = readContent(result.content);
      if (result.isError) throw new Error(text || "it failed");
      return text;
    },
  };
}

/** The text of a result. Pictures and sounds can't be quoted. */
function readContent(content: readonly { type: string; text?: unknown }[]): string {
  return content
    .map(({ type, text }) => (typeof text === "string" ? text : `[${type}, which is not text]`))
    .join("\n");
}
