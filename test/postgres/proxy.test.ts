import { once } from "node:events";
import { newToken } from "rostrum/server";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { provider } from "../restate/support.ts";
import { sseOf } from "../server/support/sse.ts";
import { frontOf, isInstalled, NAME, type Front, type Kind } from "../support/real-proxy.ts";
import { serverOn } from "./support/failover.ts";
import { DATABASE, newDatabase } from "./support/journals.ts";

const KINDS: Kind[] = ["nginx", "caddy"];

describe.skipIf(DATABASE === "").each(KINDS)("deploy/: %s in front of two servers", (kind) => {
  let front: Front | undefined;
  afterEach(() => front?.end());

  test.skipIf(!isInstalled(kind))(
    "one is killed: every request is answered, and watchers go on where they were",
    async () => {
      const paying = await provider(150);
      onTestFinished(() => {
        paying.server.close();
        paying.server.closeAllConnections();
      });
      const token = newToken();
      const env = {
        DATABASE: await newDatabase(),
        PROVIDER: paying.url,
        LEASE_MS: "4000",
        BASE_PATH: "/rostrum",
        HOST: NAME,
        TOKEN: token,
      };
      const servers = await Promise.all([serverOn(env), serverOn(env)]);
      onTestFinished(() => servers.forEach(({ child }) => child.kill("SIGKILL")));
      const ports = servers.map(({ url }) => Number(new URL(url).port));
      const proxy = (front = await frontOf(kind, { servers: ports, token }));
      const order = (id: string): Promise<Response> =>
        proxy.ask("/rostrum/debates", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ question: "Which?", panel: "three", id }),
        });
      const ids = ["a", "b", "c", "d"];
      for (const id of ids) expect((await order(id)).status).toBe(201);

      const killed = once(servers[0].child, "exit");
      /** Events as a browser gets them, which connects again when it was cut off. */
      async function watch(id: string): Promise<number[]> {
        const seen: number[] = [];
        for (;;) {
          const last = seen.at(-1);
          const headers: Record<string, string> =
            last === undefined ? {} : { "last-event-id": String(last) };
          const response = await proxy.ask(`/rostrum/debates/${id}/events`, { headers });
          expect([200, 204]).toContain(response.status);
          if (response.status === 204) return seen;
          try {
            for await (const { id: number, event } of sseOf(response)) {
              if (number !== null) seen.push(Number(number));
              if (event === "debate.round_completed") servers[0].child.kill("SIGKILL");
              if (event === "debate.completed") return seen;
            }
          } catch {
            // Cut off with its server.
          }
        }
      }
      const watching = Promise.all(ids.map(watch));
      // A failure before it is awaited is not one more failure.
      watching.catch(() => undefined);
      await killed;
      for (let at = 0; at < 8; at++) {
        expect((await proxy.ask("/rostrum/panels")).status).toBe(200);
        // An order on a connection to the dead server may be lost, and no proxy sends one twice. Caddy may hold it
        // against the other server too; a request that only reads then waits until a server counts as well again.
        let done = await order(`later-${at}`);
        for (let more = 0; done.status >= 502 && more < 5; more++) {
          expect((await proxy.ask("/rostrum/panels")).status).toBe(200);
          done = await order(`later-${at}`);
        }
        expect([200, 201], await done.text()).toContain(done.status);
      }
      for (const seen of await watching) {
        expect(seen.length).toBeGreaterThan(5);
        expect(seen).toEqual(seen.map((_, index) => index));
      }
    },
  );
});
