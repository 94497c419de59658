import type { McpServer, Tools, ToolSource } from "@rostrum/core/protocol";
import {
  checkField,
  checkGroup,
  DEBATER,
  describeExpected,
  fail,
  MCP_SERVER,
  TOOLS,
} from "@rostrum/core/options";
import { isPlainObject } from "@rostrum/core/support";
import { SEARCH_COST } from "./search-tool.ts";

const NO_SEARCH_COST = { tokens: 0, feesUsd: 0 };

/** Tool names that providers accept. */
const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** The most tokens that descriptions of tools may take: of our own, and of others, which may be as long as they like. */
const BUILT_IN_TOKENS = 1000;
const OTHERS_TOKENS = 16_000;

/** Tools as data, AI SDK tools, or both. `undefined`: none. */
export function resolveTools(
  value: unknown,
  field: string,
  /** True if the provider of the member's model has a search. */
  canSearch: boolean,
): ToolSource | undefined {
  if (value === undefined) return undefined;
  if (!isPlainObject(value)) return fail(field, describeExpected(DEBATER.tools), value);
  const ownTools = Object.entries(value).flatMap(([name, tool]): [string, object][] =>
    isOwnTool(name, tool) ? [[name, tool]] : [],
  );
  const data = Object.fromEntries(
    Object.entries(value).filter(([name, tool]) => !isOwnTool(name, tool)),
  );
  const settings = checkTools(data, field);
  for (const [name] of ownTools) if (!NAME.test(name)) refuseName(name, field);
  if (ownTools.length === 0 && Object.keys(settings).length === 0) return undefined;
  const mostTokens = ownTools.length > 0 || settings.mcp ? OTHERS_TOKENS : BUILT_IN_TOKENS;
  const search = settings.search && canSearch ? SEARCH_COST : NO_SEARCH_COST;
  const isSearchAlone =
    settings.search && ownTools.length === 0 && Object.keys(settings).length === 1;
  const byProvider = isSearchAlone ? { isRunByProvider: true as const } : {};
  return {
    maxTokens: mostTokens + search.tokens,
    feesUsd: search.feesUsd,
    ...byProvider,
    ...(settings.search ? { wantsSearch: true as const } : {}),
    ...(settings.repository === undefined ? {} : { hasSafe: true as const }),
    ...(ownTools.length === 0 ? { key: JSON.stringify([settings, search]) } : {}),
    fingerprint: [...ownTools.map(([name]) => name), ...listParts(settings)],
    async open(signal) {
      const { toToolPort } = await import("./ai-sdk-tool.ts");
      const { joinSessions } = await import("./join-sessions.ts");
      const ports = ownTools.map(([name, tool]) => toToolPort(name, tool));
      const session = await joinSessions(
        [{ tools: ports, close: async () => undefined }],
        settings,
        { field, mostTokens, signal },
      );
      return {
        ...session,
        tokens: session.tokens + search.tokens,
        feesUsd: search.feesUsd,
        ...byProvider,
      };
    },
  };
}

/** True for a tool of the AI SDK, false for one of our settings under the same name. */
function isAiSdkTool(value: unknown): value is object {
  return (
    isPlainObject(value) &&
    ["description", "inputSchema", "execute", "parameters"].some((key) => Object.hasOwn(value, key))
  );
}

/** True for a tool of the user's program, false for the settings below. */
function isOwnTool(name: string, tool: unknown): tool is object {
  return isAiSdkTool(tool) || (isPlainObject(tool) && !Object.hasOwn(TOOLS, name));
}

/** Combines the panel's tools with a debater's own. */
export function mergeTools(shared: Tools | undefined, memberTools: unknown): unknown {
  if (shared === undefined || (memberTools !== undefined && !isPlainObject(memberTools)))
    return memberTools ?? shared;
  const mergedTools: Record<string, unknown> = { ...shared, ...memberTools };
  for (const key of ["mcp", "fetch"] as const) {
    const lists = [shared[key], memberTools?.[key]].filter((part) => part !== undefined);
    if (lists.length === 2 && !isAiSdkTool(memberTools?.[key])) mergedTools[key] = lists.flat();
  }
  return mergedTools;
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
      const expected = "an address with a path to begin with, such as https://example.com/";
      fail(`${field}.fetch[${index}]`, expected, address);
    }
  }
  for (const name of ["calc", "search"] as const)
    checkField(TOOLS[name], tools[name], `${field}.${name}`);
  return { ...tools, ...(servers.length > 0 ? { mcp: servers } : {}) };
}

/** Identifies the tools of a run: a resumed run must have the same. */
function listParts(tools: Tools): string[] {
  const { mcp = [], fetch = [], files, repository, repositoryCommit = "", calc, search } = tools;
  return [
    ...[mcp].flat().map((server) => `mcp ${JSON.stringify(server)}`),
    ...[fetch].flat().map((address) => `fetch ${address}`),
    ...(files === undefined ? [] : [`files ${files}`]),
    ...(repository === undefined ? [] : [`repository ${repository} ${repositoryCommit}`]),
    ...(calc ? ["calc"] : []),
    ...(search ? ["search"] : []),
  ];
}

function refuseName(name: string, field: string): never {
  return fail(field, "names of tools with letters, digits, _ and - only", name);
}
