/** What durability costs: many debates at once, slow models, and a finished debate read back. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { debaters, QUESTION, ROUNDS } from "./panel.ts";
import { Debate, memoryJournal, sqliteJournal } from "./rostrum.ts";
import type { Journal } from "../packages/rostrum/src/index.ts";

export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  goal?: string;
  /** Whether the goal was reached. */
  ok?: boolean;
}

const CALLS = debaters.length * ROUNDS;
const IN_FLIGHT = 500;
const LATENCY_MS = 200;

function panelWith(journal: Journal, latencyMs = 0): Debate {
  const slow = debaters.map((debater) => async ({ round }: { round: number }): Promise<string> => {
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
    return debater({ round });
  });
  return new Debate({
    debaters: slow,
    rounds: ROUNDS - 1,
    revise: "everyone",
    stop: "never",
    journal,
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

function holdMany(debate: Debate, name: string, count: number): Promise<unknown> {
  return Promise.all(
    Array.from({ length: count }, (_, index) => debate.run(QUESTION, { id: `${name}-${index}` })),
  );
}

async function stepsPerSecond(folder: string): Promise<number> {
  const journal = sqliteJournal(join(folder, "many.db"));
  const debate = panelWith(journal);
  await holdMany(debate, "warm", IN_FLIGHT);
  const walls: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    walls.push(await timed(() => holdMany(debate, `turn-${turn}`, IN_FLIGHT)));
  }
  await journal.close();
  return (IN_FLIGHT * CALLS * 1000) / median(walls);
}

/** Wall clock of one debate over slow models, by turns, so that both see the same machine. */
async function slowdown(folder: string): Promise<number> {
  const journal = sqliteJournal(join(folder, "slow.db"));
  const inMemory = panelWith(memoryJournal(), LATENCY_MS);
  const onDisk = panelWith(journal, LATENCY_MS);
  const ratios: number[] = [];
  await Promise.all([inMemory.run(QUESTION, { id: "warm" }), onDisk.run(QUESTION, { id: "warm" })]);
  for (let turn = 0; turn < 5; turn++) {
    const memory = await timed(() => inMemory.run(QUESTION, { id: `slow-${turn}` }));
    const disk = await timed(() => onDisk.run(QUESTION, { id: `slow-${turn}` }));
    ratios.push(disk / memory);
  }
  await journal.close();
  return median(ratios);
}

async function replayMs(folder: string): Promise<number> {
  const journal = sqliteJournal(join(folder, "replay.db"));
  const debate = panelWith(journal);
  await debate.run(QUESTION, { id: "done" });
  const walls: number[] = [];
  for (let turn = 0; turn < 20; turn++) walls.push(await timed(() => debate.replay("done")));
  await journal.close();
  return median(walls);
}

async function rescoreMs(folder: string): Promise<number> {
  const journal = sqliteJournal(join(folder, "rescore.db"));
  const debate = panelWith(journal);
  await debate.run(QUESTION, { id: "done" });
  const walls: number[] = [];
  for (let turn = 0; turn < 20; turn++) {
    walls.push(await timed(() => debate.replay("done", { decide: "weighted" })));
  }
  await journal.close();
  return median(walls);
}

export async function journalRows(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-bench-"));
  try {
    const steps = await stepsPerSecond(folder);
    const ratio = await slowdown(folder);
    const replay = await replayMs(folder);
    const rescore = await rescoreMs(folder);
    return [
      {
        name: `durable steps a second, ${IN_FLIGHT} debates of ${CALLS} calls in flight, fsync`,
        value: steps,
        unit: "steps/s",
        goal: "≥ 3000",
        ok: steps >= 3000,
      },
      {
        name: `sqlite by memory journal, wall clock of a debate at ${LATENCY_MS} ms a call`,
        value: ratio,
        unit: "×",
        goal: "≤ 1.05",
        ok: ratio <= 1.05,
      },
      {
        name: `replay of a finished debate of ${CALLS} calls`,
        value: replay,
        unit: "ms",
        goal: "≤ 5",
        ok: replay <= 5,
      },
      {
        name: `replay of a finished debate of ${CALLS} calls under another decision rule`,
        value: rescore,
        unit: "ms",
        goal: "≤ 5",
        ok: rescore <= 5,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { name, value, unit, goal, ok } of await journalRows()) {
    const shown = value >= 100 ? value.toFixed(0) : value.toFixed(3);
    console.log(`${ok ? "✓" : "✗"} ${name}: ${shown} ${unit} (goal ${goal})`);
  }
}
