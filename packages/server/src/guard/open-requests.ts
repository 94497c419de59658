import type { MiddlewareHandler } from "hono";
import type { AppEnv } from "../app-env.ts";
import type { User, Users } from "../users/users.ts";
import { readAuthorization } from "./session.ts";

/** Requests in progress, with their users. */
export interface OpenRequests {
  track: MiddlewareHandler<AppEnv>;
  /** Disconnects users whose token was removed or whose rights have changed. They may reconnect. */
  recheck(): Promise<void>;
}

interface OpenRequest {
  authorization: string | undefined;
  user: User;
  cut(): void;
}

/** Streams stay open for hours, so that checking a token when a request begins is not enough. */
export function createOpenRequests(users: Users): OpenRequests {
  const open = new Set<OpenRequest>();

  async function isStillAllowed({ authorization, user }: OpenRequest): Promise<boolean> {
    try {
      return describeRights(await users.byHeader(authorization)) === describeRights(user);
    } catch {
      return false;
    }
  }

  return {
    async track(c, next) {
      const user = c.get("user") as User | undefined;
      const outgoing = c.env?.outgoing;
      // If the app is mounted elsewhere, its host closes the connection.
      if (!user || !outgoing) return next();
      const entry = {
        authorization: readAuthorization(c),
        user,
        cut: () => void outgoing.destroy(),
      };
      open.add(entry);
      outgoing.once("close", () => open.delete(entry));
      return next();
    },
    async recheck() {
      await Promise.all(
        [...open].map(async (entry) => {
          if (!(await isStillAllowed(entry))) entry.cut();
        }),
      );
    },
  };
}

function describeRights({ name, team, role, sees }: User): string {
  return JSON.stringify([name, team, role, sees]);
}
