import type { RunStore } from "rostrum";
import { expect, test } from "vitest";
import { amount, serviceIn } from "./service-store-suite.ts";

/** Tests of the limits and reservations that every journal stores. */
export function walletStoreSuite(make: () => RunStore): void {
  test("an amount is reserved in all wallets or in none", async () => {
    const service = serviceIn(make());
    const ada = { name: "user:ada", limits: { calls: 10 } };
    const core = { name: "team:core", limits: { calls: 5, usd: 1 } };
    expect(await service.reserve("r1", amount(4, 0.5), [ada, core], true)).toEqual({
      shortage: null,
    });
    expect(await service.reserve("r2", amount(2), [ada, core], true)).toEqual({
      shortage: { wallet: "team:core", limit: "calls", cap: 5, spent: 4, needed: 2 },
    });
    expect((await service.walletStates(["user:ada"]))[0]?.reserved).toEqual(amount(4, 0.5));
    await service.settle("r1", ["user:ada", "team:core"], amount(4, 0.5), amount(3, 0.25));
    expect(await service.walletStates(["user:ada", "team:core", "team:none"])).toEqual([
      { spent: amount(3, 0.25), reserved: amount(0) },
      { spent: amount(3, 0.25), reserved: amount(0) },
      { spent: amount(0), reserved: amount(0) },
    ]);
    expect((await service.reserve("r2", amount(2), [ada, core], true)).shortage).toBeNull();
    await service.release("r2");
    expect((await service.walletStates(["team:core"]))[0]?.reserved).toEqual(amount(0));
  });

  test("a run as a whole gets what is left of the limits, and the same again from any server", async () => {
    const service = serviceIn(make());
    const ada = { name: "user:ada", limits: { usd: 1 } };
    const core = { name: "team:core", limits: { calls: 10 } };
    const fitted = { shortage: null, reserved: { ...amount(20, 0.75), calls: 10 } };
    const reserve = () => service.reserveRun("r1", amount(20, 0.75), [ada, core]);
    expect(await Promise.all([reserve(), reserve(), reserve()])).toEqual([fitted, fitted, fitted]);
    expect(await reserve()).toEqual(fitted);
    expect(await service.walletStates(["user:ada", "team:core"])).toEqual(
      [ada, core].map(() => ({ spent: amount(0), reserved: fitted.reserved })),
    );
    expect(await service.reserveRun("r2", amount(1), [ada, core])).toEqual({
      shortage: { wallet: "team:core", limit: "calls", cap: 10, spent: 10, needed: 1 },
    });
    await service.payAndRelease("r1", amount(8, 0.25));
    expect(await service.walletStates(["user:ada"])).toEqual([
      { spent: amount(8, 0.25), reserved: amount(0) },
    ]);
    expect(await service.reserveRun("r2", amount(1, 5), [ada, core])).toEqual({
      shortage: null,
      reserved: amount(1, 0.75),
    });
  });
}
