import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { mcpServer } from "../../integrations/mcp/index.ts";
import type { McpHost } from "../../integrations/mcp/index.ts";
import { HttpError } from "../http-error.ts";
import type { User } from "../users/users.ts";

interface Session {
  user: string | null;
  transport: WebStandardStreamableHTTPServerTransport;
  usedAt: number;
}

/** Clients of the protocol's 2025 revisions, which open a session and cancel with a message. */
export interface Sessions {
  handle(request: Request, user: User): Promise<Response>;
  closeAll(): Promise<void>;
}

const MOST = 200;
const IDLE_MS = 60 * 60 * 1000;

export function createSessions(hostFor: (user: User) => McpHost): Sessions {
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

  async function open(user: User): Promise<WebStandardStreamableHTTPServerTransport> {
    makeRoom();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) =>
        void sessions.set(id, { user: user.name, transport, usedAt: Date.now() }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await mcpServer(hostFor(user)).connect(transport);
    return transport;
  }

  return {
    async handle(request, user) {
      const id = request.headers.get("mcp-session-id");
      if (id === null) return (await open(user)).handleRequest(request);
      const session = sessions.get(id);
      // A session belongs to its user, so a leaked id is useless.
      if (!session || session.user !== user.name) {
        throw new HttpError(404, "not_found", "there is no such session: open a new one");
      }
      sessions.delete(id);
      sessions.set(id, { ...session, usedAt: Date.now() });
      return session.transport.handleRequest(request);
    },
    async closeAll() {
      const all = [...sessions.values()];
      sessions.clear();
      await Promise.allSettled(all.map(({ transport }) => transport.close()));
    },
  };
}
