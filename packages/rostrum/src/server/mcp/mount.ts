import { createMcpHandler, isLegacyRequest, type AuthInfo } from "@modelcontextprotocol/server";
import type { Context, Hono } from "hono";
import { mcpServer } from "../../integrations/mcp/index.ts";
import type { AppEnv } from "../app-env.ts";
import { parseJson } from "../guard/json-bounds.ts";
import { HttpError } from "../http-error.ts";
import { findCaller } from "../access/audit.ts";
import { createServiceHost, type ServiceHostOptions, type McpCaller } from "./service-host.ts";
import { createSessions } from "./sessions.ts";

/** MCP over streamable HTTP at `/mcp`, for clients of every revision. Returns a function that closes it. */
export function mountMcp(app: Hono<AppEnv>, options: ServiceHostOptions): () => Promise<void> {
  const hostFor = (caller: () => McpCaller): ReturnType<typeof createServiceHost> =>
    createServiceHost(options, caller);
  const sessions = createSessions(hostFor);
  const modern = createMcpHandler(
    ({ authInfo }) => mcpServer(hostFor(() => readCaller(authInfo))),
    { legacy: "reject" },
  );
  app.all("/mcp", async (c) => {
    const request = await readRequest(c);
    const user = c.get("user");
    options.gate.allow(user, "connect");
    const caller: McpCaller = { user, from: findCaller(c), panels: await options.panels.names() };
    if (await isLegacyRequest(request)) return sessions.handle(request, caller);
    return modern.fetch(request, {
      authInfo: { token: "", clientId: "", scopes: [], extra: { caller } },
    });
  });
  return async () => {
    await Promise.allSettled([modern.close(), sessions.closeAll()]);
  };
}

/** The request with its body read, within the server's limit: the handlers read it more than once. */
async function readRequest(c: Context<AppEnv>): Promise<Request> {
  const { method, headers, signal } = c.req.raw;
  if (method === "GET" || method === "HEAD") return c.req.raw;
  // Node can't make a request with some of the others.
  if (method !== "POST" && method !== "DELETE")
    throw new HttpError(405, "method_not_allowed", "expected GET, POST or DELETE for this path");
  const body = await c.get("readBody")();
  // Its bounds are checked here. The handlers refuse what is not JSON, with the protocol's own error.
  parseJson(body, c.get("textBytes"));
  return new Request(c.req.url, { method, headers, signal, body });
}

/**
 * The caller is passed along with the request, because the handler makes a server for each request.
 */
function readCaller(authInfo: AuthInfo | undefined): McpCaller {
  const caller = authInfo?.extra?.["caller"];
  if (caller === undefined) throw new Error("expected a request with a user");
  return caller as McpCaller;
}
