import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { mcpServer } from "../../integrations/mcp/index.ts";
import type { McpHost } from "../../integrations/mcp/index.ts";
import { HttpError } from "../http-error.ts";
import type { McpCaller } from "./service-host.ts";

interface Session {
  /** Who called last. It is always the same user, but their role may have changed. */
  caller: McpCaller;
  transport: WebStandardStreamableHTTPServerTransport;
  usedAt: number;
}

/** Clients of the protocol's 2025 revisions, which open a session and cancel with a message. */
export interface Sessions {
  handle(request: Request, caller: McpCaller): Promise<Response>;
  closeAll(): Promise<void>;
}

const MOST = 200;
const IDLE_MS = 60 * 60 * 1000;

export function createSessions(hostFor: (caller: () => McpCaller) => McpHost): Sessions {
  const sessions = new Map<string, Session>();

  function makeRoom(): void {
    const now = Date.now();
    for (const [id, { usedAt, transport }] of sessions) {
      if (now - usedAt < IDLE_MS && sessions.size < MOST) break;
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
    await mcpServer(hostFor(() => session.caller)).connect(transport);
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
