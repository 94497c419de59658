import { ConfigError, field as readField } from "@rostrum/core/support";
import type { OpenTools, ToolPort, Tools, ToolSession } from "@rostrum/core/protocol";
import { estimateTokens } from "@rostrum/core/debate";
import { readInputSchema } from "../../models/ai-sdk/tools.ts";
import { createCalcTool } from "./calc-tool.ts";
import { createFetchTool } from "./fetch-tool.ts";
import { createFileTools } from "./file-tools.ts";
import { openMcpServer } from "./mcp-tools.ts";
import { createSearchPlaceholder } from "./search-tool.ts";

/** Describes a tool for a provider. */
function toOfferedTool({ name, offered }: ToolPort): object {
  const schema = readField(offered, "inputSchema") ?? readField(offered, "parameters");
  const description = readField(offered, "description");
  return { name, description, inputSchema: readInputSchema(schema) };
}

/** Opens everything that is named. What was opened before a failure is closed. */
export async function joinSessions(
  sessions: OpenTools[],
  { mcp = [], fetch = [], files, repository, repositoryCommit, calc, search }: Tools,
  { field, mostTokens, signal }: { field: string; mostTokens: number; signal: AbortSignal },
): Promise<ToolSession> {
  const close = async (): Promise<void> => {
    await Promise.all(sessions.map((session) => session.close()));
  };
  try {
    const builtIn: ToolPort[] = [];
    const addresses = [fetch].flat();
    if (addresses.length > 0) {
      builtIn.push(createFetchTool(addresses));
    }
    if (files !== undefined) {
      builtIn.push(...(await createFileTools(files, `${field}.files`)));
    }
    if (repository !== undefined) {
      const { createRepositoryTools } = await import("../repository/repository-tools.ts");
      builtIn.push(...(await createRepositoryTools(repository, repositoryCommit, field)));
    }
    if (calc) {
      builtIn.push(createCalcTool());
    }
    if (search) {
      builtIn.push(createSearchPlaceholder());
    }
    sessions.push({ tools: builtIn, close: async () => undefined });
    for (const [index, server] of [mcp].flat().entries()) {
      sessions.push(await openMcpServer(server, `${field}.mcp[${index}]`, signal));
    }
    // The run was aborted while the servers connected.
    signal.throwIfAborted();
    const tools = sessions.flatMap((session) => session.tools);
    const twice = tools.find(
      ({ name }, at) => tools.findIndex((tool) => tool.name === name) !== at,
    );
    if (twice) {
      const message = `expected tools with different names, got "${twice.name}" twice: allow only one of them`;
      throw new ConfigError(field, message);
    }
    const tokens = estimateTokens(JSON.stringify(tools.map(toOfferedTool)));
    if (tokens > mostTokens) {
      const message = `expected tools whose descriptions take at most ${mostTokens} tokens, because every turn is charged for them, got about ${tokens}: name those that are needed in \`allow\``;
      throw new ConfigError(field, message);
    }
    return { tools, tokens, feesUsd: 0, close };
  } catch (error) {
    await close();
    throw error;
  }
}
