import type { McpServer, Tools } from "../../protocol/settings.ts";
import type { ToolPort, ToolSession, ToolSource } from "../../protocol/tool.ts";
import {
  checkField,
  checkGroup,
  describeExpected,
  fail,
  isPlainObject,
  DEBATER,
  MCP_SERVER,
  TOOLS,
} from "../../options/index.ts";
import { ConfigError } from "../../errors.ts";
import { isAiSdkTool, toToolPort } from "./ai-sdk-tool.ts";

/** What is offered to providers as the name of a tool. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Tools as data, AI SDK tools, or both. `undefined`: none. */
export function resolveTools(value: unknown, field: string): ToolSource | undefined {
  if (value === undefined) return undefined;
  if (!isPlainObject(value)) return fail(field, describeExpected(DEBATER.tools), value);
  const own = Object.entries(value).flatMap(([name, tool]): [string, object][] =>
    isOwnTool(name, tool) ? [[name, tool]] : [],
  );
  const data = Object.fromEntries(
    Object.entries(value).filter(([name, tool]) => !isOwnTool(name, tool)),
  );
  const settings = checkTools(data, field);
  for (const [name] of own) if (!NAME.test(name)) refuseName(name, field);
  if (own.length === 0 && Object.keys(settings).length === 0) return undefined;
  return {
    ...(own.length === 0 ? { key: JSON.stringify(settings) } : {}),
    fingerprint: [...own.map(([name]) => name), ...listParts(settings)],
    async open() {
      const ports = own.map(([name, tool]) => toToolPort(name, tool));
      return joinSessions([{ tools: ports, close: async () => undefined }], settings, field);
    },
  };
}

/** Whether an entry is a tool of the program, and not one of the settings below. */
function isOwnTool(name: string, tool: unknown): tool is object {
  return isAiSdkTool(tool) || (isPlainObject(tool) && !Object.hasOwn(TOOLS, name));
}

/** What every debater has, and what one has in addition. */
export function mergeTools(shared: Tools | undefined, own: unknown): unknown {
  if (shared === undefined || (own !== undefined && !isPlainObject(own))) return own ?? shared;
  const both: Record<string, unknown> = { ...shared, ...own };
  for (const key of ["mcp", "fetch"] as const) {
    const lists = [shared[key], own?.[key]].filter((part) => part !== undefined);
    if (lists.length === 2 && !isAiSdkTool(own?.[key])) both[key] = lists.flat();
  }
  return both;
}

function checkTools(data: Record<string, unknown>, field: string): Tools {
  const tools = checkGroup<Tools>(TOOLS, data, field);
  const servers = [tools.mcp ?? []].flat().map((server, index) => {
    const path = `${field}.mcp[${index}]`;
    const checked = checkGroup<McpServer>(MCP_SERVER, server, path);
    const { command, url } = checked;
    if ((command === undefined) === (url === undefined)) {
      fail(path, "{ command } or { url }", server);
    }
    if (url !== undefined && !/^https?:\/\//.test(url)) fail(`${path}.url`, "an http address", url);
    return checked;
  });
  for (const [index, address] of [tools.fetch ?? []].flat().entries()) {
    const isAddress = URL.canParse(address) && /^https?:\/\/[^/]+\//.test(address);
    if (!isAddress) {
      const wanted = "an address with a path to begin with, such as https://example.com/";
      fail(`${field}.fetch[${index}]`, wanted, address);
    }
  }
  checkField(TOOLS.calc, tools.calc, `${field}.calc`);
  return { ...tools, ...(servers.length > 0 ? { mcp: servers } : {}) };
}

/** What identifies tools in a run: a resumed run must have the same. */
function listParts({ mcp = [], fetch = [], files, calc }: Tools): string[] {
  return [
    ...[mcp].flat().map((server) => `mcp ${JSON.stringify(server)}`),
    ...[fetch].flat().map((address) => `fetch ${address}`),
    ...(files === undefined ? [] : [`files ${files}`]),
    ...(calc ? ["calc"] : []),
  ];
}

/** Opens everything that is named. What was opened before a failure is closed. */
async function joinSessions(
  sessions: ToolSession[],
  { mcp = [], fetch = [], files, calc }: Tools,
  field: string,
): Promise<ToolSession> {
  const close = async (): Promise<void> => {
    await Promise.all(sessions.map((session) => session.close()));
  };
  try {
    const builtIn: ToolPort[] = [];
    const addresses = [fetch].flat();
    if (addresses.length > 0) {
      const { createFetchTool } = await import("./fetch-tool.ts");
      builtIn.push(createFetchTool(addresses));
    }
    if (files !== undefined) {
      const { createFileTools } = await import("./file-tools.ts");
      builtIn.push(...(await createFileTools(files, `${field}.files`)));
    }
    if (calc) {
      const { createCalcTool } = await import("./calc-tool.ts");
      builtIn.push(createCalcTool());
    }
    sessions.push({ tools: builtIn, close: async () => undefined });
    for (const [index, server] of [mcp].flat().entries()) {
      const { openMcpServer } = await import("./mcp-tools.ts");
      sessions.push(await openMcpServer(server, `${field}.mcp[${index}]`));
    }
    const tools = sessions.flatMap((session) => session.tools);
    const twice = tools.find(
      ({ name }, at) => tools.findIndex((tool) => tool.name === name) !== at,
    );
    if (twice) {
      const words = `expected tools with different names, got "${twice.name}" twice: allow only one of them`;
      throw new ConfigError(field, words);
    }
    return { tools, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function refuseName(name: string, field: string): never {
  return fail(field, "names of tools with letters, digits, _ and - only", name);
}
