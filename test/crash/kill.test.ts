import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as tick, setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { seeded } from "./caps.ts";
import { lastingBytes, startLife, type Life } from "./life.ts";
import { debateFor, questionFor, SHAPES } from "./panel.ts";
import { startProvider } from "./provider.ts";

const KILLS = Number(process.env["CRASH_KILLS"] ?? 40);
const SEED = Number(process.env["CRASH_SEED"] ?? 20_240_607);
const LANES = 2;
/** A kill falls on one of so many requests and replies. */
const SPREAD = 30;

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rostrum-crash-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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
      ids.map(async (id) =>
        JSON.stringify(await debateFor(id, provider.url).run(questionFor(id), { id })),
      ),
    );
    return new Map(ids.map((id, index) => [id, results[index] as string]));
  } finally {
    await provider.close();
  }
}

/** Compiled code is kept by a process that ends well, so one of them goes first. */
async function fillCache(): Promise<void> {
  const provider = await startProvider(() => undefined);
  await startLife(join(folder, "first.db"), provider.url, ["plain.first"]).ended;
  await provider.close();
}

/** Runs sets of debates in processes that are killed at random calls, until it has killed enough. */
async function lane(
  name: string,
  kills: number,
  random: (below: number) => number,
): Promise<Tally> {
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
  const lives: Lived[] = [];
  let countdown = Infinity;
  let strike = (): void => undefined;

  /** A request may come in after its sender's death: it says itself which life it belongs to. */
  const provider = await startProvider(
    ({ stepId }, life) => {
      lives[life]?.requested.push(stepId);
      count(life);
    },
    (_call, life) => count(life),
  );
  function count(life: number): void {
    if (life !== lives.length - 1) return;
    countdown -= 1;
    if (countdown === 0) strike();
  }

  try {
    for (;;) {
      // Requests and replies both count, so that kills fall before, between and after them.
      countdown = tally.kills < kills ? 1 + random(SPREAD) : Infinity;
      const moment = random(4);
      const requested: string[] = [];
      const url = `${provider.url}?life=${lives.length}`;
      const living = startLife(path, url, ids);
      lives.push({ requested, life: living.life });
      strike = () => void killAt(moment, () => living.child.kill("SIGKILL"));
      const life = await living.ended;
      if (!life.killed) {
        expect(life, life.stderr).toMatchObject({ code: 0, stderr: "" });
        await compare(ids, life);
        break;
      }
      tally.kills += 1;
    }
  } finally {
    await provider.close();
  }
  const steps = checkLives(lives);
  const paid = lives.reduce((sum, { requested }) => sum + requested.length, 0);
  tally.debates += ids.length;
  tally.steps += steps;
  tally.paid += paid;
  tally.inFlight += paid - steps;
}

interface Lived {
  /** Steps that the provider was asked for, and billed. */
  requested: string[];
  life: Life;
}

/** What one life was promised, the next one has, and none of it is asked for again. Returns the number of steps. */
function checkLives(lives: readonly Lived[]): number {
  const kept = new Set<string>();
  const steps = new Set<string>();
  for (const { requested, life } of lives) {
    if (life.done !== null) {
      for (const stepId of kept) expect(life.done, "nothing is lost").toContain(stepId);
      for (const stepId of life.done) kept.add(stepId);
    }
    for (const stepId of requested) {
      expect(kept, "a journaled call is never paid again").not.toContain(stepId);
      steps.add(stepId);
    }
    expect(requested, "no call is made twice in one life").toHaveLength(new Set(requested).size);
    for (const stepId of life.kept) {
      expect(requested).toContain(stepId);
      kept.add(stepId);
    }
  }
  expect([...kept].toSorted()).toEqual([...steps].toSorted());
  return steps.size;
}

/** At the call itself, or a moment later, when the reply is on its way into the file. */
async function killAt(moment: number, kill: () => void): Promise<void> {
  if (moment === 1) await tick();
  if (moment > 1) await delay(moment - 1);
  kill();
}

async function compare(ids: readonly string[], { results }: Life): Promise<void> {
  const expected = await undisturbed(ids);
  for (const id of ids) {
    expect(lastingBytes(results.get(id) ?? "{}")).toBe(lastingBytes(expected.get(id) ?? ""));
  }
}

test(`killed -9 at ${KILLS} random points: no journaled call is paid again, and every result is the same`, async () => {
  await fillCache();
  const running = Array.from({ length: LANES }, (_, index) =>
    lane("ab"[index] ?? "x", Math.ceil(KILLS / LANES), seeded(SEED + index)),
  );
  // Where one fails, the other still ends its processes first.
  await Promise.allSettled(running);
  const lanes = await Promise.all(running);
  const sum = (part: keyof Tally): number => lanes.reduce((total, tally) => total + tally[part], 0);
  expect(sum("kills")).toBeGreaterThanOrEqual(KILLS);
  expect(sum("paid")).toBe(sum("steps") + sum("inFlight"));
  console.log(
    `${sum("kills")} kills over ${sum("debates")} debates: ${sum("steps")} steps, ${sum("paid")} paid calls, ` +
      `0 journaled calls paid again, ${sum("inFlight")} in flight at a kill and made again`,
  );
}, 240_000);
