import { randomUUID } from "node:crypto";
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type McpServer,
} from "@modelcontextprotocol/server";
import type { Context, Hono } from "hono";
import { createMcpServer } from "./create-mcp-server.ts";
import type { AppEnv } from "../app-env.ts";
import { parseBody } from "../guard/json-bounds.ts";
import { formatCause } from "../format-cause.ts";
import { HttpError } from "../http-error.ts";
import type { Log } from "../log.ts";
import { getRequester } from "../access/audit.ts";
import { createServiceHost, type ServiceHostOptions, type McpCaller } from "./service-host.ts";

type CreateServer = (caller: () => McpCaller) => McpServer;

/** MCP over streamable HTTP at `/mcp`, for clients of every revision. Returns a function that closes it. */
export function mountMcp(
  app: Hono<AppEnv>,
  options: ServiceHostOptions,
  log: Log,
): () => Promise<void> {
  const createServer: CreateServer = (caller) =>
    createMcpServer(createServiceHost(options, caller), (error) =>
      log(`/mcp: ${formatCause(error)}`, { level: "error" }),
    );
  const sessions = createSessions(createServer);
  const modern = createMcpHandler(({ authInfo }) => createServer(() => readCaller(authInfo)), {
    legacy: "reject",
  });
  app.all("/mcp", async (c) => {
    const request = await readRequest(c);
    const user = c.get("user");
    options.gate.allow(user, "connect");
    const panels = await options.panels.names();
    const caller: McpCaller = { user, from: getRequester(c), panels };
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
  // Node can't create a request with some other methods.
  if (method !== "POST" && method !== "DELETE")
    throw new HttpError(405, "method_not_allowed", "expected GET, POST or DELETE for this path");
  const body = await c.get("readBody")();
  // Checks the bounds only. The handlers refuse invalid JSON with the protocol's own error.
  parseBody(body, c.get("textBytes"));
  return new Request(c.req.url, { method, headers, signal, body });
}

/** The caller is passed along with the request, because the handler makes a server for each request. */
function readCaller(authInfo: AuthInfo | undefined): McpCaller {
  const caller = authInfo?.extra?.["caller"];
  if (caller === undefined) throw new Error("expected a request with a user");
  return caller as McpCaller;
}

interface McpSession {
  /** Latest caller. Always the same user, but the role may have changed. */
  caller: McpCaller;
  transport: WebStandardStreamableHTTPServerTransport;
  usedAt: number;
}

const MAX_SESSIONS = 200;
const IDLE_MS = 60 * 60 * 1000;

/** Clients of the protocol's 2025 revisions, which open a session and cancel with a message. */
function createSessions(createServer: CreateServer): {
  handle(request: Request, caller: McpCaller): Promise<Response>;
  closeAll(): Promise<void>;
} {
  const sessions = new Map<string, McpSession>();

  function makeRoom(): void {
    const now = Date.now();
    for (const [id, { usedAt, transport }] of sessions) {
      if (now - usedAt < IDLE_MS && sessions.size < MAX_SESSIONS) break;
      // In order of last use: the first has been idle for the longest time.
      sessions.delete(id);
      void transport.close();
    }
  }

  async function open(caller: McpCaller): Promise<WebStandardStreamableHTTPServerTransport> {
    makeRoom();
    const session = { caller, usedAt: Date.now() };
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, Object.assign(session, { transport })),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await createServer(() => session.caller).connect(transport);
    return transport;
  }

  return {
    async handle(request, caller) {
      const id = request.headers.get("mcp-session-id");
      if (id === null) return (await open(caller)).handleRequest(request);
      const session = sessions.get(id);
      // A session belongs to its user, so a leaked id is useless.
      if (!session || session.caller.user.name !== caller.user.name) {
        throw new HttpError(404, "not_found", "there is no such session: open a new one");
      }
      sessions.delete(id);
      sessions.set(id, Object.assign(session, { caller, usedAt: Date.now() }));
      return session.transport.handleRequest(request);
    },
    async closeAll() {
      const all = [...sessions.values()];
      sessions.clear();
      await Promise.allSettled(all.map(({ transport }) => transport.close()));
    },
  };
}
