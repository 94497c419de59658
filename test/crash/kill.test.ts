import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as tick, setTimeout as delay } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { lastingBytes, startLife, type Life } from "./life.ts";
import { debateFor, questionFor, SHAPES } from "./panel.ts";
import { startProvider } from "./provider.ts";

const KILLS = Number(process.env["CRASH_KILLS"] ?? 200);
const SEED = Number(process.env["CRASH_SEED"] ?? 20_240_607);
const LANES = 2;
/** A kill falls on one of so many requests and replies. */
const SPREAD = 30;

const folder = mkdtempSync(join(tmpdir(), "rostrum-crash-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Mulberry32: the same kills at the same calls every time. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface Tally {
  kills: number;
  debates: number;
  steps: number;
  paid: number;
  /** Requests at the provider whose reply was not in the journal when the process died. */
  inFlight: number;
}

/** The results of the same debates when nobody disturbs them. */
async function undisturbed(ids: readonly string[]): Promise<Map<string, string>> {
  const provider = await startProvider(() => undefined);
  try {
    const results = await Promise.all(
      ids.map(async (id) => JSON.stringify(await debateFor(id, provider.url).run(questionFor(id), { id }))),
    );
    return new Map(ids.map((id, index) => [id, results[index] as string]));
  } finally {
    await provider.close();
  }
}

/** Compiled code is kept by a process that ends well, so one of them goes first. */
async function fillCache(): Promise<void> {
  const provider = await startProvider(() => undefined);
  await startLife(join(folder, "first.db"), provider.url, ["plain.first"], join(folder, "cache")).ended;
  await provider.close();
}

/** Runs sets of debates in processes that are killed at random calls, until it has killed enough. */
async function lane(name: string, kills: number, random: (below: number) => number): Promise<Tally> {
  const tally: Tally = { kills: 0, debates: 0, steps: 0, paid: 0, inFlight: 0 };
  for (let set = 0; tally.kills < kills; set++) {
    const ids = Object.keys(SHAPES).map((shape) => `${shape}.${name}${set}`);
    await killUntilDone(join(folder, `${name}${set}.db`), ids, kills, random, tally);
  }
  return tally;
}

async function killUntilDone(
  path: string,
  ids: readonly string[],
  kills: number,
  random: (below: number) => number,
  tally: Tally,
): Promise<void> {
  const paid = new Map<string, number>();
  /** Promised by the journal: in this life or an earlier one. */
  const kept = new Set<string>();
  /** How often a step was paid for and lost in a kill. */
  const lost = new Map<string, number>();
  let current = new Set<string>();
  let countdown = Infinity;
  let strike = (): void => undefined;

  const provider = await startProvider(
    ({ stepId }) => {
      expect(kept, "a journaled call is never paid again").not.toContain(stepId);
      paid.set(stepId, (paid.get(stepId) ?? 0) + 1);
      current.add(stepId);
      count();
    },
    () => count(),
  );
  function count(): void {
    countdown -= 1;
    if (countdown === 0) strike();
  }

  try {
    for (;;) {
      current = new Set();
      // Requests and replies both count, so that kills fall before, between and after them.
      countdown = tally.kills < kills ? 1 + random(SPREAD) : Infinity;
      const living = startLife(path, provider.url, ids, join(folder, "cache"));
      const moment = random(4);
      strike = () => void killAt(moment, () => living.child.kill("SIGKILL"));
      const life = await living.ended;
      checkNothingLost(life, kept, lost);
      for (const stepId of life.kept) kept.add(stepId);
      if (!life.killed) {
        expect(life, life.stderr).toMatchObject({ code: 0, stderr: "" });
        await compare(ids, life);
        break;
      }
      tally.kills += 1;
      for (const stepId of current) {
        if (!kept.has(stepId)) lost.set(stepId, (lost.get(stepId) ?? 0) + 1);
      }
    }
  } finally {
    await provider.close();
  }
  for (const [stepId, times] of paid) {
    expect(times, stepId).toBe(1 + (lost.get(stepId) ?? 0));
    tally.paid += times;
    tally.inFlight += times - 1;
  }
  tally.debates += ids.length;
  tally.steps += paid.size;
}

/** At the call itself, or a moment later, when the reply is on its way into the file. */
async function killAt(moment: number, kill: () => void): Promise<void> {
  if (moment === 1) await tick();
  if (moment > 1) await delay(moment - 1);
  kill();
}

/** What was promised is there, and what was written without the promise being heard counts too. */
function checkNothingLost(life: Life, kept: Set<string>, lost: Map<string, number>): void {
  if (life.done === null) return;
  for (const stepId of kept) expect(life.done, "nothing is lost").toContain(stepId);
  for (const stepId of life.done) {
    if (kept.has(stepId)) continue;
    kept.add(stepId);
    lost.set(stepId, (lost.get(stepId) ?? 0) - 1);
  }
}

async function compare(ids: readonly string[], { results }: Life): Promise<void> {
  const expected = await undisturbed(ids);
  for (const id of ids) {
    expect(lastingBytes(results.get(id) ?? "{}")).toBe(lastingBytes(expected.get(id) ?? ""));
  }
}

test(`killed -9 at ${KILLS} random points: no journaled call is paid again, and every result is the same`, async () => {
  await fillCache();
  const lanes = await Promise.all(
    Array.from({ length: LANES }, (_, index) =>
      lane("ab"[index] ?? "x", Math.ceil(KILLS / LANES), seeded(SEED + index)),
    ),
  );
  const sum = (part: keyof Tally): number => lanes.reduce((total, tally) => total + tally[part], 0);
  expect(sum("kills")).toBeGreaterThanOrEqual(KILLS);
  expect(sum("paid")).toBe(sum("steps") + sum("inFlight"));
  console.log(
    `${sum("kills")} kills over ${sum("debates")} debates: ${sum("steps")} steps, ${sum("paid")} paid calls, ` +
      `0 journaled calls paid again, ${sum("inFlight")} in flight at a kill and made again`,
  );
}, 240_000);
