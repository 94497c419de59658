import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";
import { postgresJournal } from "rostrum/postgres";
import { describe, expect, onTestFinished, test } from "vitest";
import { DATABASE, newSchema } from "./support/journals.ts";

/** The server's reply to COMMIT. */
const COMMITTED = "COMMIT\0";

/** In front of the database. When told to, it breaks the connection instead of passing on the reply to a COMMIT. */
async function unreliable(): Promise<{ url: string; loseNextCommit(): void; lost(): number }> {
  let isArmed = false;
  let lost = 0;
  const target = new URL(DATABASE);
  const proxy = createServer((client) => {
    const upstream = connect({ host: target.hostname, port: Number(target.port) });
    client.pipe(upstream);
    upstream.on("data", (chunk) => {
      if (!isArmed || !chunk.includes(COMMITTED)) return void client.write(chunk);
      isArmed = false;
      lost += 1;
      client.destroy();
    });
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on("error", end).on("close", end);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => void proxy.close());
  const url = new URL(DATABASE);
  url.hostname = "127.0.0.1";
  url.port = String((proxy.address() as AddressInfo).port);
  return { url: url.href, loseNextCommit: () => (isArmed = true), lost: () => lost };
}

const HOLDER = { run: "run", token: "a" };
const AMOUNT = { calls: 1, tokens: 1000, usd: 1 };
const USED = { calls: 1, tokens: 800, usd: 0.8 };
const wallet = { name: "user:ada", limits: { usd: 5 } };

describe.skipIf(DATABASE === "")("when the reply to a COMMIT is lost", () => {
  async function lossy() {
    const proxy = await unreliable();
    const journal = postgresJournal(proxy.url, { schema: newSchema() });
    onTestFinished(() => journal.close());
    const { service } = journal;
    if (!service) throw new Error("expected a service");
    await service.walletStates([wallet.name]);
    return { ...proxy, service };
  }

  test("a call is reserved and charged once", async () => {
    const { service, loseNextCommit, lost } = await lossy();
    loseNextCommit();
    expect(await service.reserve(HOLDER, AMOUNT, [wallet], true)).toEqual({ shortage: null });
    const reserved = await service.walletStates([wallet.name]);
    expect(reserved).toMatchObject([{ spent: { usd: 0 }, reserved: AMOUNT }]);
    loseNextCommit();
    await service.settle(HOLDER, [wallet.name], AMOUNT, USED);
    expect(lost()).toBe(2);
    const settled = await service.walletStates([wallet.name]);
    expect(settled).toMatchObject([{ spent: USED, reserved: { usd: 0 } }]);
  });

  test("a run of a cluster is charged once", async () => {
    const { service, loseNextCommit } = await lossy();
    await service.reserveRun("run", AMOUNT, [wallet]);
    loseNextCommit();
    await service.payAndRelease("run", USED);
    const settled = await service.walletStates([wallet.name]);
    expect(settled).toMatchObject([{ spent: USED, reserved: { usd: 0 } }]);
  });

  test("an act is logged once, a panel gets one version, and removing it says that it was there", async () => {
    const { service, loseNextCommit } = await lossy();
    const act = { at: 1, user: "ada", act: "start", debate: null, outcome: "done", status: 201 };
    loseNextCommit();
    await service.addActs([{ ...act, code: null, address: null, requestId: null } as never]);
    expect((await service.listActs()).acts).toHaveLength(1);
    loseNextCommit();
    const panel = { name: "p", body: "{}", by: "ada" };
    expect(await service.savePanel(panel, 10)).toMatchObject({ version: 1 });
    loseNextCommit();
    expect(await service.removePanel("p")).toBe(true);
  });
});
