import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sqliteJournal, type ChainResult } from "../../packages/rostrum/src/index.ts";
import { program } from "../support/programs.ts";
import { seeded } from "./caps.ts";
import { startLife, type Life } from "./life.ts";
import { startProvider } from "./provider.ts";

const KILLS = 10;
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rostrum-chain-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Lived extends Life {
  /** Steps that it asked the provider for. */
  requested: string[];
}

/** Runs the chain in processes that are killed at random calls, and then in one that is left alone. */
async function livesOf(keep: string, kills: number): Promise<Lived[]> {
  const random = seeded(7);
  const requested: string[][] = [];
  let countdown = Infinity;
  let strike = (): void => undefined;
  const count = (life: number): void => {
    if (life !== requested.length - 1) return;
    countdown -= 1;
    if (countdown === 0) strike();
  };
  const provider = await startProvider(
    ({ stepId }, life) => {
      requested[life]?.push(stepId);
      count(life);
    },
    (_call, life) => count(life),
  );
  const lives: Lived[] = [];
  try {
    for (let life = 0; life <= kills; life++) {
      countdown = life < kills ? 2 + random(12) : Infinity;
      const asked: string[] = [];
      requested.push(asked);
      const url = `${provider.url}?life=${life}`;
      const path = join(folder, `${keep}-${kills}.db`);
      const living = startLife(path, url, [keep], program("chain-child"));
      strike = () => void living.child.kill("SIGKILL");
      lives.push({ ...(await living.ended), requested: asked });
    }
  } finally {
    await provider.close();
  }
  return lives;
}

test.each(["runs", "latest"])(
  "a chain that is killed ten times pays for no journaled step again (%s)",
  async (keep) => {
    const lives = await livesOf(keep, KILLS);
    const last = lives.at(-1);
    expect(last, last?.stderr).toMatchObject({ code: 0, killed: false, stderr: "" });
    expect(lives.filter(({ killed }) => killed)).toHaveLength(KILLS);

    const kept = new Set<string>();
    for (const { requested, kept: now } of lives) {
      for (const stepId of requested) expect(kept, stepId).not.toContain(stepId);
      for (const stepId of now) if (stepId.includes("debater")) kept.add(stepId);
    }
    const paid = new Set(lives.flatMap(({ requested }) => requested));
    // A kill may fall between a durable write and the line that tells of it.
    for (const stepId of kept) expect(paid).toContain(stepId);
    expect(kept.size).toBeGreaterThan(paid.size / 2);

    const [alone] = await livesOf(keep, 0);
    const resultOf = (life: Life | undefined): ChainResult<unknown> =>
      JSON.parse(life?.results.get("chain") ?? "{}") as ChainResult<unknown>;
    const [killed, undisturbed] = [resultOf(last), resultOf(alone)];
    expect(killed).toMatchObject({ state: undisturbed.state, steps: undisturbed.steps });
    expect(undisturbed).toMatchObject({ state: { baskets: 30, stones: 360 }, retried: 0 });
    // What was in flight at a kill was paid for as well, and counts.
    expect(killed.usage.calls).toBeGreaterThanOrEqual(undisturbed.usage.calls);
    const journal = sqliteJournal(join(folder, `${keep}-${KILLS}.db`));
    const { runs } = await journal.list({ limit: 100 });
    expect(runs).toHaveLength(keep === "latest" ? 1 : 31);
    await journal.close();
  },
  120_000,
);
