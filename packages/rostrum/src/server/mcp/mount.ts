import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { Hono } from "hono";
import { mcpServer } from "../../integrations/mcp/index.ts";
import type { AppEnv } from "../app-env.ts";
import type { User } from "../users/users.ts";
import { deskHost, type DeskHostOptions } from "./desk-host.ts";
import { createSessions } from "./sessions.ts";

export interface Mounted {
  close(): Promise<void>;
}

/** MCP over streamable HTTP at `/mcp`, for clients of every revision. */
export function mountMcp(app: Hono<AppEnv>, options: DeskHostOptions): Mounted {
  const hostFor = (user: User): ReturnType<typeof deskHost> => deskHost(options, user);
  const sessions = createSessions(hostFor);
  // Whose request it is travels with it: the handler makes a server for each.
  const users = new WeakMap<Request, User>();
  const modern = createMcpHandler(
    ({ requestInfo }) => mcpServer(hostFor((requestInfo && users.get(requestInfo)) ?? NOBODY)),
    { legacy: "reject" },
  );
  app.all("/mcp", async (c) => {
    const request = c.req.raw;
    const user = c.get("user");
    if (await isLegacyRequest(request)) return sessions.handle(request, user);
    users.set(request, user);
    return modern.fetch(request);
  });
  return {
    async close() {
      await Promise.allSettled([modern.close(), sessions.closeAll()]);
    },
  };
}

/** Never met: every request that comes this far has a user. It could spend nothing. */
const NOBODY: User = { name: "nobody", budget: null };
