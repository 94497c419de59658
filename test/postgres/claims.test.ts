import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { postgresJournal } from "rostrum/postgres";
import { describe, expect, onTestFinished, test } from "vitest";
import { DATABASE, journalIn, newSchema, statement } from "./support/journals.ts";

/** The database behind a network that loses the reply to the first run that is added, and the connection with it. */
async function losingFirstClaim(): Promise<{ url: string; lost(): boolean }> {
  const { hostname, port } = new URL(DATABASE);
  const sockets = new Set<Socket>();
  let hasLost = false;
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    let isClaiming = false;
    client.on("data", (data) => {
      isClaiming ||= data.includes("WITH run AS");
      server.write(data);
    });
    server.on("data", (data) => {
      // The statement is committed when the server says that it is ready again.
      if (!hasLost && isClaiming && data.includes("SELECT 1\0")) {
        hasLost = true;
        client.destroy();
      } else client.write(data);
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const url = new URL(DATABASE);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return { url: url.href, lost: () => hasLost };
}

describe.skipIf(DATABASE === "")("claims and retention", () => {
  test("a claim whose reply was lost doesn't keep the run from its own process", async () => {
    const { url, lost } = await losingFirstClaim();
    const journal = postgresJournal(url, { schema: newSchema() });
    onTestFinished(() => journal.close());
    const run = await journal.open("run", {}, { patienceMs: 0 });
    expect(lost()).toBe(true);
    await run.close("completed");
    expect((await journal.read("run"))?.status).toBe("completed");
  });

  test("retentionDays removes all old runs, however many there are", async () => {
    const schema = newSchema();
    await journalIn(schema).list();
    await statement(`INSERT INTO ${schema}.runs (id, inputs, status, redacted, created_at, updated_at)
      SELECT 'run ' || n, '{}', 'completed', false, 0, 0 FROM generate_series(1, 250) n`);
    expect((await journalIn(schema, { retentionDays: 1 }).list()).runs).toEqual([]);
  });
});
