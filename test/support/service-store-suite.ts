import { NO_SPEND } from "../../packages/core/src/protocol/spend.ts";
import type { RunStore, StoredEvent } from "rostrum";
import { expect, test } from "vitest";
import type { Amount, AuditedAct, ReservationHolder, ServiceStore } from "rostrum/journal";

const act = (more: Partial<AuditedAct> = {}): AuditedAct => ({
  at: 1000,
  user: "ada",
  act: "cancel",
  debate: "d1",
  outcome: "done",
  status: 200,
  code: null,
  address: "127.0.0.1",
  requestId: "r1",
  ...more,
});

export const amount = (calls: number, usd = 0): Amount => ({
  ...NO_SPEND,
  calls,
  tokens: calls * 10,
  usd,
});
/** A process that works on a run. */
export const heldBy = (token: string, run = "r1"): ReservationHolder => ({ run, token });
const NAMES = ["ada", "Zoë Ω", "'; DROP TABLE acts; --", "x".repeat(200), "a\u0001b"];

async function addRun(
  journal: RunStore,
  id: string,
  user: string,
  status: "running" | "completed" = "completed",
): Promise<void> {
  const run = await journal.open(id, {});
  const started = { type: "debate.started", debateId: id, at: 1, seq: 0, question: id, panel: [] };
  await run.appendEvents([{ ...started, userId: user, teamId: "core" } as unknown as StoredEvent]);
  await run.close(status);
}

export function serviceIn({ service }: RunStore): ServiceStore {
  if (!service) throw new Error("expected a journal that keeps what servers need");
  return service;
}

/** Tests of the data that every journal stores for servers. */
export function serviceStoreSuite(make: () => RunStore): void {
  test("the audit log has every action, newest first, in pages, and can be filtered by any field", async () => {
    const service = serviceIn(make());
    await service.addActs([act(), act({ at: 2000, user: "grace", debate: "d2" })]);
    await service.addActs([
      act({ at: 3000, act: "review", outcome: "refused", code: "forbidden" }),
    ]);
    const first = await service.listActs({ limit: 2 });
    expect(first.acts.map(({ at }) => at)).toEqual([3000, 2000]);
    const second = await service.listActs({ limit: 2, before: first.next ?? "" });
    expect(second).toEqual({ acts: [act()], next: null });
    const times = async (query: object): Promise<number[]> =>
      (await service.listActs(query)).acts.map(({ at }) => at);
    expect(await times({ user: "ada" })).toEqual([3000, 1000]);
    expect(await times({ debate: "d2" })).toEqual([2000]);
    expect(await times({ outcome: "refused" })).toEqual([3000]);
    expect(await times({ act: "cancel", from: 1000, to: 2000 })).toEqual([1000]);
    expect(await times({ user: "nobody" })).toEqual([]);
  });

  test("names of users are data, whatever they are", async () => {
    const journal = make();
    const service = serviceIn(journal);
    for (const [index, user] of NAMES.entries()) {
      await service.addActs([act({ user })]);
      await addRun(journal, `run-${index}`, user);
      expect((await service.listActs({ user })).acts).toEqual([act({ user })]);
      expect(await service.ownerOf(`run-${index}`)).toEqual({ user, team: "core" });
      const { runs } = await journal.list({ visibleTo: { user } });
      expect(runs.map(({ id }) => id)).toEqual([`run-${index}`]);
      const wallets = [{ name: `user:${user}`, limits: { calls: 1 } }];
      expect(
        (await service.reserve(heldBy("a", `run-${index}`), amount(1), wallets, true)).shortage,
      ).toBeNull();
    }
    expect((await service.listActs()).acts).toHaveLength(NAMES.length);
    expect(await service.ownerOf("missing")).toBeUndefined();
  });

  test("only retention deletes rows of the audit log", async () => {
    const service = serviceIn(make());
    await service.addActs([act(), act({ at: 2000 })]);
    expect(await service.pruneActs(1500)).toBe(1);
    expect((await service.listActs()).acts.map(({ at }) => at)).toEqual([2000]);
  });

  test("saved panels have versions, and who saved them is forgotten with the user", async () => {
    const service = serviceIn(make());
    expect(await service.listPanels()).toEqual([]);
    const first = await service.savePanel({ name: "mine", body: '{"a":"Ω"}', by: "ada" }, 2);
    expect(first).toMatchObject({ name: "mine", version: 1, body: '{"a":"Ω"}', by: "ada" });
    expect(first?.at).toBeGreaterThan(0);
    for (const by of [...NAMES, null]) {
      const next = await service.savePanel({ name: "mine", body: "{}", by }, 2);
      expect(next).toMatchObject({ body: "{}", by });
    }
    const laterPanels = await Promise.all(
      ["'; DROP TABLE panels; --", "third"].map((name) =>
        service.savePanel({ name, body: "{}", by: "ada" }, 2),
      ),
    );
    expect(laterPanels.filter((each) => each === null)).toHaveLength(1);
    const [other] = laterPanels.flatMap((each) => each ?? []);
    expect(await service.findPanel("mine")).toMatchObject({ version: NAMES.length + 2, by: null });
    expect(await service.findPanel("none")).toBeUndefined();
    const name = await service.forgetUser("ada");
    expect((await service.findPanel(other?.name ?? ""))?.by).toBe(name);
    expect(await service.listPanels()).toHaveLength(2);
    expect(await service.removePanel("mine")).toBe(true);
    expect(await service.removePanel("mine")).toBe(false);
    expect(await service.savePanel({ name: "mine", body: "{}", by: null }, 2)).toMatchObject({
      version: 1,
    });
  });

  test("what a panel learned has versions that are kept, the last one is current, and who asked is forgotten with the user", async () => {
    const service = serviceIn(make());
    expect(await service.findCalibration("sums")).toBeUndefined();
    expect(await service.listCalibrations("sums")).toEqual([]);
    const first = await service.addCalibration({
      panel: "sums",
      about: '{"rows":1}',
      body: '{"a":"Ω"}',
      by: "ada",
    });
    expect(first).toMatchObject({ panel: "sums", version: 1, body: '{"a":"Ω"}', by: "ada" });
    expect(first.at).toBeGreaterThan(0);
    const calibrations = await Promise.all(
      [null, "bob"].map((by) =>
        service.addCalibration({ panel: "sums", about: "{}", body: `"${by}"`, by }),
      ),
    );
    expect(new Set(calibrations.map(({ version }) => version))).toEqual(new Set([2, 3]));
    await service.addCalibration({ panel: "'; --", about: "{}", body: "{}", by: null });
    expect((await service.findCalibration("sums"))?.version).toBe(3);
    expect(await service.findCalibration("sums", 1)).toEqual(first);
    expect(await service.findCalibration("sums", 4)).toBeUndefined();
    const name = await service.forgetUser("ada");
    const { body: _, ...about } = first;
    expect((await service.listCalibrations("sums")).at(-1)).toEqual({ ...about, by: name });
    expect(await service.listCalibrations("sums")).toHaveLength(3);
  });

  test("what a process had reserved when it died counts as spent", async () => {
    const service = serviceIn(make());
    const wallets = [{ name: "user:ada", limits: { calls: 5 } }];
    await service.reserve(heldBy("a"), amount(3), wallets, true);
    // Another process goes on with the same run.
    expect((await service.reserve(heldBy("b"), amount(3), wallets, true)).shortage).toMatchObject({
      spent: 3,
    });
    expect((await service.reserve(heldBy("b"), amount(2), wallets, false)).shortage).toBeNull();
    const [state] = await service.walletStates(["user:ada"]);
    expect(state).toEqual({ spent: amount(3), reserved: amount(2) });
  });

  test("a run is settled once, with unknown parts as they were reserved", async () => {
    const service = serviceIn(make());
    const wallets = ["user:ada", "team:core"].map((name) => ({ name, limits: { calls: 50 } }));
    await service.reserveRun("there:r1", amount(9, 2), wallets);
    await service.reserveRun("here:r2", amount(1), wallets);
    expect(await service.reservedRuns("there:")).toEqual(["there:r1"]);
    expect(await service.reservedRuns("%")).toEqual([]);
    const used = { ...amount(4), usd: null };
    await Promise.all([1, 2, 3].map(() => service.payAndRelease("there:r1", used)));
    expect(await service.reservedRuns("there:")).toEqual([]);
    expect(await service.walletStates(["user:ada", "team:core"])).toEqual([
      { spent: amount(4, 2), reserved: amount(1) },
      { spent: amount(4, 2), reserved: amount(1) },
    ]);
  });

  test("any number of reservations at once stay within the limit", async () => {
    const service = serviceIn(make());
    const wallets = [{ name: "user:ada", limits: { calls: 10 } }];
    const attempts = Array.from({ length: 30 }, (_, n) =>
      service.reserve(heldBy("a", `r${n}`), amount(1), wallets, true),
    );
    const fitting = (await Promise.all(attempts)).filter(({ shortage }) => shortage === null);
    expect(fitting).toHaveLength(10);
  });

  test("a message is taken by one process, and is retried until it is delivered", async () => {
    const service = serviceIn(make());
    const message = { id: "m1", hook: "ops", debate: "d1", seq: 3, body: "{}" };
    await service.addDeliveries([message, { ...message, id: "m2" }]);
    await service.addDeliveries([message]);
    const [first, second] = await Promise.all([
      service.takeDeliveries(1, 60_000),
      service.takeDeliveries(5, 60_000),
    ]);
    expect([...first, ...second].map(({ id }) => id).sort()).toEqual(["m1", "m2"]);
    const [taken] = [...first, ...second];
    expect(taken).toMatchObject({ hook: "ops", debate: "d1", seq: 3, attempts: 0 });
    expect(await service.takeDeliveries(5, 60_000)).toEqual([]);
    await service.endDelivery("m1", { is: "retry", afterMs: 0, error: "500" });
    expect(await service.takeDeliveries(5, 60_000)).toMatchObject([{ id: "m1", attempts: 1 }]);
    await service.endDelivery("m1", { is: "delivered" });
    await service.endDelivery("m2", { is: "given_up", error: "500" });
    expect(await service.takeDeliveries(5, 0)).toEqual([]);
    expect(await service.countDeliveries()).toEqual({ waiting: 0, givenUp: 1 });
  });

  test("a message that can't be sent yet keeps all its attempts", async () => {
    const service = serviceIn(make());
    await service.addDeliveries([{ id: "m", hook: "ops", debate: "d", seq: 3, body: "{}" }]);
    expect(await service.takeDeliveries(5, 60_000)).toHaveLength(1);
    await service.endDelivery("m", { is: "postponed", afterMs: 60_000 });
    expect(await service.takeDeliveries(5, 60_000)).toEqual([]);
    await service.endDelivery("m", { is: "postponed", afterMs: 0 });
    expect(await service.takeDeliveries(5, 60_000)).toMatchObject([{ id: "m", attempts: 0 }]);
  });

  test("messages for some webhooks can be left for later", async () => {
    const service = serviceIn(make());
    const message = { id: "a", hook: "slow", debate: "d1", seq: 3, body: "debate.completed" };
    await service.addDeliveries([message, { ...message, id: "b", hook: "prompt" }]);
    const deliveries = await service.takeDeliveries(5, 60_000, ["slow", "gone"]);
    expect(deliveries.map(({ id }) => id)).toEqual(["b"]);
    expect((await service.takeDeliveries(5, 60_000)).map(({ id }) => id)).toEqual(["a"]);
  });

  test("a message that was delivered is not added again", async () => {
    const service = serviceIn(make());
    const message = { id: "once", hook: "h", debate: "d1", seq: 3, body: "debate.completed" };
    await service.addDeliveries([message]);
    expect(await service.takeDeliveries(5, 0)).toHaveLength(1);
    await service.endDelivery("once", { is: "delivered" });
    await service.addDeliveries([message, { ...message, id: "other" }]);
    expect((await service.takeDeliveries(5, 0)).map(({ id }) => id)).toEqual(["other"]);
    expect(await service.countDeliveries()).toEqual({ waiting: 1, givenUp: 0 });
  });

  test("only runs that are finished and old expire", async () => {
    const journal = make();
    const service = serviceIn(journal);
    await addRun(journal, "done", "ada");
    await addRun(journal, "unfinished", "ada", "running");
    expect(await service.expire(1)).toBe(0);
    const openRun = await journal.open("held", {});
    expect(await service.expire(Date.now() + 60_000)).toBe(1);
    expect((await journal.list()).runs.map(({ id }) => id)).toEqual(["held", "unfinished"]);
    await openRun.close("completed");
  });

  test("a user who is forgotten has no name in the audit log and the totals", async () => {
    const journal = make();
    const service = serviceIn(journal);
    await service.addActs([act(), act({ user: "grace" })]);
    const holder = heldBy("a");
    await service.settle(holder, ["user:ada"], null, amount(2));
    const day = "day:2026-11-17:user:ada";
    await service.settle(holder, [day, "month:2026-11:user:ada"], null, amount(1));
    const others = ["user:ada2", "team:ada", "day:2026-11-17:user:xada"];
    await service.settle(holder, others, null, amount(9));
    await service.addDeliveries([{ id: "m", hook: "h", debate: "gone", seq: 0, body: "{}" }]);
    const pseudonym = await service.forgetUser("ada");
    expect(pseudonym).toMatch(/^deleted user \d+$/);
    const { acts } = await service.listActs();
    expect(acts.map(({ user }) => user)).toEqual(["grace", pseudonym]);
    expect(await service.walletStates(["user:ada", `user:${pseudonym}`])).toMatchObject([
      { spent: amount(0) },
      { spent: amount(2) },
    ]);
    const renamed = [`day:2026-11-17:user:${pseudonym}`, `month:2026-11:user:${pseudonym}`, day];
    expect(await service.walletStates(renamed)).toMatchObject([
      { spent: amount(1) },
      { spent: amount(1) },
      { spent: amount(0) },
    ]);
    const otherKeys = ["user:ada2", "team:ada", "day:2026-11-17:user:xada"];
    expect(await service.walletStates(otherKeys)).toMatchObject(
      otherKeys.map(() => ({ spent: amount(9) })),
    );
    expect(await service.takeDeliveries(5, 0)).toEqual([]);
    // A later user with the same name is another one.
    await service.addActs([act()]);
    expect((await service.listActs({ user: "ada" })).acts).toHaveLength(1);
  });

  test("a message about no debate is kept when users and debates go", async () => {
    const service = serviceIn(make());
    await service.addDeliveries([{ id: "m", hook: "h", debate: "", seq: 0, body: "{}" }]);
    await service.forgetUser("ada");
    expect(await service.takeDeliveries(5, 0)).toMatchObject([{ id: "m" }]);
  });

  test("a link is found by its hash alone, revoked once or with its maker, and gone with its run", async () => {
    const journal = make();
    const service = serviceIn(journal);
    const hash = "ab".repeat(32);
    const share = { hash, debate: "a", by: "ada", until: 5000 };
    expect(await service.addShare(share)).toBe(false);
    await addRun(journal, "a", "ada");
    expect(await service.addShare(share)).toBe(true);
    const id = hash.slice(0, 16);
    expect(await service.findShare(hash)).toMatchObject({
      id,
      debate: "a",
      by: "ada",
      until: 5000,
    });
    expect(await service.findShare("cd".repeat(32))).toBeUndefined();
    expect(await service.revokeShare("b", id)).toBe(false);
    expect(await service.revokeShare("a", id)).toBe(true);
    expect(await service.revokeShare("a", id)).toBe(false);
    expect((await service.findShare(hash))?.revokedAt).toEqual(expect.any(Number));
    expect(await service.listShares("a")).toHaveLength(1);
    expect(await service.listShares(null)).toHaveLength(1);
    const bobs = { ...share, hash: "ef".repeat(32), by: "bob" };
    const graces = { ...share, hash: "01".repeat(32), by: "grace" };
    for (const each of [bobs, graces]) expect(await service.addShare(each)).toBe(true);
    const by = await service.forgetUser("bob");
    const revokedAt = expect.any(Number) as number;
    expect(await service.findShare(bobs.hash)).toMatchObject({ by, revokedAt });
    expect(await service.findShare(graces.hash)).toMatchObject({ by: "grace", revokedAt: null });
    await journal.remove("a");
    expect(await service.findShare(hash)).toBeUndefined();
  });

  test("a run has at most one reviewer, whom lists show and find", async () => {
    const journal = make();
    const service = serviceIn(journal);
    const assigned = { assignee: "grace", due: 7000, comment: "soon", by: "ada" };
    expect(await service.assign("a", assigned)).toBe(false);
    await addRun(journal, "a", "ada");
    await addRun(journal, "b", "ada");
    expect(await service.assign("a", { ...assigned, assignee: "bob" })).toBe(true);
    expect(await service.assign("a", assigned)).toBe(true);
    expect(await service.assignmentOf("a")).toMatchObject(assigned);
    const { runs, totals } = await journal.list({ assignee: "grace", totals: true });
    expect(runs).toMatchObject([{ id: "a", assignment: assigned }]);
    expect(totals?.runs).toBe(1);
    expect((await journal.list({ assignee: "bob" })).runs).toEqual([]);
    expect((await journal.list()).runs[0]).not.toHaveProperty("assignment");
    expect(await service.assign("a", null)).toBe(true);
    expect(await service.assign("a", null)).toBe(false);
    expect(await service.assignmentOf("a")).toBeNull();
  });

  test("a request that comes again gets a debate that nobody waits for, each at most one", async () => {
    const service = serviceIn(make());
    let claimCount = 0;
    const claim = (key: string, declared = false, keepMs = 60_000): Promise<string> =>
      service.claimRepeat({ key, debate: `d${++claimCount}`, keepMs, declared });
    expect([await claim("k"), await claim("k"), await claim("other")]).toEqual(["d1", "d2", "d3"]);
    await service.freeRepeat("d1");
    expect([await claim("k"), await claim("k")]).toEqual(["d1", "d5"]);
    // A declared retry gets a debate that a client may still be waiting for.
    expect(["d1", "d2", "d5"]).toContain(await claim("k", true));
    await service.freeRepeat("d2");
    await service.forgetRepeat("d2");
    expect(await claim("k")).toBe("d7");
    await service.freeRepeat("d7");
    const claims = await Promise.all([claim("k"), claim("k")]);
    expect(claims.filter((id) => id === "d7")).toHaveLength(1);
    expect(await claim("short", false, -1)).toBe("d10");
    await service.freeRepeat("d10");
    expect(await claim("short")).toBe("d11");
  });

  test("runs are listed by user, and by who may see them", async () => {
    const journal = make();
    await addRun(journal, "a", "ada");
    await addRun(journal, "b", "bob");
    const ids = async (query: object): Promise<string[]> =>
      (await journal.list(query)).runs.map(({ id }) => id);
    expect(await ids({ user: "ada" })).toEqual(["a"]);
    expect(await ids({ visibleTo: { user: "ada" } })).toEqual(["a"]);
    expect(await ids({ visibleTo: { user: "ada", team: "core" } })).toEqual(["b", "a"]);
    expect(await ids({ visibleTo: { user: "ada", team: "core" }, user: "bob" })).toEqual(["b"]);
    expect(await ids({ visibleTo: { user: "eve", team: "other" } })).toEqual([]);
    expect(await ids({ visibleTo: { user: "ada" }, search: "b" })).toEqual([]);
    expect((await journal.list({ limit: 1 })).runs[0]).toMatchObject({ user: "bob", team: "core" });
  });
}
