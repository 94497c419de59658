import type { RunStore } from "rostrum";
import { expect, test } from "vitest";
import { amount, heldBy, serviceIn } from "./service-store-suite.ts";

/** Tests of the limits and reservations that every journal stores. */
export function walletStoreSuite(make: () => RunStore): void {
  test("an amount is reserved in all wallets or in none", async () => {
    const service = serviceIn(make());
    const ada = { name: "user:ada", limits: { calls: 10 } };
    const core = { name: "team:core", limits: { calls: 5, usd: 1 } };
    expect(await service.reserve(heldBy("a"), amount(4, 0.5), [ada, core], true)).toEqual({
      shortage: null,
    });
    expect(await service.reserve(heldBy("a", "r2"), amount(2), [ada, core], true)).toEqual({
      shortage: { wallet: "team:core", limit: "calls", cap: 5, spent: 4, needed: 2 },
    });
    expect((await service.walletStates(["user:ada"]))[0]?.reserved).toEqual(amount(4, 0.5));
    await service.settle(heldBy("a"), ["user:ada", "team:core"], amount(4, 0.5), amount(3, 0.25));
    expect(await service.walletStates(["user:ada", "team:core", "team:none"])).toEqual([
      { spent: amount(3, 0.25), reserved: amount(0) },
      { spent: amount(3, 0.25), reserved: amount(0) },
      { spent: amount(0), reserved: amount(0) },
    ]);
    expect(
      (await service.reserve(heldBy("a", "r2"), amount(2), [ada, core], true)).shortage,
    ).toBeNull();
    await service.release(heldBy("a", "r2"));
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

  test("a holder from whom another one took the run changes nothing that the other has reserved", async () => {
    const service = serviceIn(make());
    const wallets = ["user:ada", "team:core"].map((name) => ({ name, limits: { calls: 10 } }));
    const names = wallets.map(({ name }) => name);
    const [late, next] = [heldBy("a"), heldBy("b")];
    await service.reserve(late, amount(3), wallets, true);
    await service.reserve(next, amount(4), wallets, true);
    const taken = { spent: amount(3), reserved: amount(4) };
    await service.settle(late, names, amount(3), amount(2));
    await service.release(late);
    expect(await service.walletStates(names)).toEqual([taken, taken]);
    expect((await service.reserve(late, amount(2), wallets, false)).shortage).toBeNull();
    expect(await service.walletStates(["user:ada"])).toMatchObject([{ reserved: amount(6) }]);
    await service.release(late);
    expect(await service.walletStates(names)).toEqual([taken, taken]);
    await service.settle(next, names, amount(4), amount(1));
    await service.release(next);
    // It may also notice it when the other one is done.
    await service.settle(late, names, amount(3), amount(2));
    const ended = { spent: amount(4), reserved: amount(0) };
    expect(await service.walletStates(names)).toEqual([ended, ended]);
  });

  test("a use for which nothing is reserved is charged", async () => {
    const service = serviceIn(make());
    const ada = { name: "user:ada", limits: { calls: 10 } };
    await service.reserve(heldBy("a"), amount(3), [ada], true);
    await service.settle(heldBy("a"), [ada.name], null, amount(2));
    expect(await service.walletStates([ada.name])).toEqual([
      { spent: amount(2), reserved: amount(3) },
    ]);
    await service.release(heldBy("a"));
    await service.settle(heldBy("a"), [ada.name], null, amount(1));
    expect(await service.walletStates([ada.name])).toEqual([
      { spent: amount(3), reserved: amount(0) },
    ]);
  });

  test("taking a run over charges all that is reserved for it, and nothing of a run whose id begins alike", async () => {
    const service = serviceIn(make());
    const ada = { name: "user:ada", limits: { calls: 100 } };
    const others = ["r", "r10", "r1.", "r1-a", "r1:b", "r1@c", "r1_d", "R1"];
    for (const run of others) await service.reserve(heldBy("a", run), amount(1), [ada], true);
    // Servers of earlier versions reserve for the run, without a holder.
    await service.reserveRun("r1", amount(2), [ada]);
    for (const token of ["a", "b"]) await service.reserve(heldBy(token), amount(4), [ada], false);
    await service.reserve(heldBy("c"), amount(5), [ada], true);
    expect(await service.walletStates([ada.name])).toEqual([
      { spent: amount(10), reserved: amount(others.length + 5) },
    ]);
  });
}

/** Tests of what expired runs leave behind in a database. */
export function expiredReservationSuite(make: () => RunStore): void {
  test("a run that expires leaves nothing reserved, whoever held it", async () => {
    const journal = make();
    const service = serviceIn(journal);
    const ada = { name: "user:ada", limits: { calls: 10 } };
    for (const run of ["r1", "r10"]) {
      for (const token of ["a", "b"])
        await service.reserve(heldBy(token, run), amount(2), [ada], false);
    }
    await (await journal.open("r1", {})).close("completed");
    expect(await service.expire(Date.now() + 60_000)).toBe(1);
    expect(await service.walletStates([ada.name])).toEqual([
      { spent: amount(0), reserved: amount(4) },
    ]);
  });
}
