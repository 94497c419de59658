import { ConfigError } from "../../errors.ts";
import type { Tools } from "../../protocol/settings.ts";
import type { ToolPort, ToolSession } from "../../protocol/tool.ts";
import { createCalcTool } from "./calc-tool.ts";
import { createFetchTool } from "./fetch-tool.ts";
import { createFileTools } from "./file-tools.ts";
import { openMcpServer } from "./mcp-tools.ts";

/** Opens everything that is named. What was opened before a failure is closed. */
export async function joinSessions(
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
      builtIn.push(createFetchTool(addresses));
    }
    if (files !== undefined) {
      builtIn.push(...(await createFileTools(files, `${field}.files`)));
    }
    if (calc) {
      builtIn.push(createCalcTool());
    }
    sessions.push({ tools: builtIn, close: async () => undefined });
    for (const [index, server] of [mcp].flat().entries()) {
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
