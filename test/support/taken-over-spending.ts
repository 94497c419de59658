import type { RunStore } from "rostrum";
import { hashToken, newToken } from "rostrum/server";
import { expect, test } from "vitest";
import { called, type Called } from "../server/support/call.ts";
import { gate, says } from "../server/support/models.ts";

const token = newToken();
const bearer = { authorization: `Bearer ${token}` };
const auth = { tokens: [{ user: "ada", hash: hashToken(token), budget: { calls: 8 } }] };
const REVISED = { rounds: 1, revise: "everyone", stop: "never", limits: { retries: 0 } } as const;

/** Tests of limits when a server loses a debate to another one and notices it late. `openTwo`: journals on one database. */
export function takenOverSpendingSuite(openTwo: () => [RunStore, RunStore]): void {
  async function readWallet({ service }: RunStore): Promise<{ spent: number; reserved: number }> {
    const [state] = (await service?.walletStates(["user:ada"])) ?? [];
    return { spent: state?.spent.calls ?? 0, reserved: state?.reserved.calls ?? 0 };
  }

  async function finished({ get }: Called, id: string): Promise<unknown> {
    await (await get(`/debates/${id}/events`, bearer)).text();
    return (await get(`/debates/${id}`, bearer)).json();
  }

  test("a server that loses a debate frees and charges nothing that the next one has reserved for it", async () => {
    const [journal, other] = openTwo();
    const [late, revising] = [gate("1"), gate("1")];
    const first = called({
      journal,
      auth,
      panels: { main: { debaters: [says("1"), says("1"), late.model], ...REVISED } },
    });
    const model: typeof late.model = (request) =>
      (request.round === 0 ? says("1") : revising.model)(request);
    const pair = { debaters: [says("1"), says("1")], rounds: 0 };
    const second = called({
      journal: other,
      auth,
      panels: { main: { debaters: [model, model, model], ...REVISED }, pair },
    });

    await first.post("/debates", { question: "Which?", panel: "main", id: "run" }, bearer);
    await expect.poll(() => readWallet(journal)).toEqual({ spent: 2, reserved: 1 });
    const { inputs = {} } = (await other.read("run")) ?? {};
    await (await other.open("run", inputs, { takeOver: true })).close("running");
    expect(await second.server.resume()).toEqual(["run"]);
    await revising.asked(3);
    // The lost call at its worst case, the same call again, and three calls that are in flight.
    await expect.poll(() => readWallet(other)).toEqual({ spent: 4, reserved: 3 });

    late.open();
    await first.server.drain(60_000);
    await first.server.close();
    // One of the user's eight calls is left, and this debate needs two.
    const next = await second.post("/debates", { question: "And?", panel: "pair" }, bearer);
    expect(next.status).toBe(402);
    expect(await readWallet(other)).toEqual({ spent: 4, reserved: 3 });

    revising.open();
    expect(await finished(second, "run")).toMatchObject({ status: "completed" });
    await second.server.close();
    expect(await readWallet(other)).toEqual({ spent: 7, reserved: 0 });
  });
}
