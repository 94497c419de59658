import { join } from "node:path";
import {
  sqliteJournal,
  type PartialResult,
  type RunSummary,
} from "../../packages/rostrum/src/index.ts";
import { formatCost } from "../../packages/core/src/export/phrases.ts";
import { describeDebate, findWebhookEvent } from "../../packages/server/src/webhooks/message.ts";
import { expect, test } from "vitest";
import { newHome } from "../cli/support/home.ts";
import { rostrum } from "../cli/support/rostrum.ts";
import { type Figures, figuresOf, holdRandomRun, OPTIONS } from "../support/random-runs.ts";
import { called } from "./support/call.ts";

const DEBATES = 100;

const rowFigures = ({ calls, costUsd, degraded, stopReason }: RunSummary): Figures => ({
  calls,
  costUsd,
  degraded,
  stopReason,
});

test("a run has the same figures in the library, in lists, in its record, in usage, in exports, in messages and on the command line", async () => {
  using home = newHome();
  const path = join(home.folder, "runs.db");
  const journal = sqliteJournal(path);
  const { get } = called({ journal });
  const known = new Map<string, Figures>();
  const covered = new Set<string>();
  for (let seed = 1; known.size < DEBATES; seed++) {
    const held = await holdRandomRun(seed, journal);
    if (held === null) continue;
    known.set(`random-${seed}`, held.figures);
    for (const tag of held.tags) covered.add(tag);
    if (held.figures.costUsd === null) covered.add("unpriced");
    if (held.figures.degraded) covered.add("degraded");
  }
  const json = async <T>(address: string): Promise<T> => (await (await get(address)).json()) as T;
  const list = await json<{ runs: RunSummary[]; totals: ListTotals }>(
    "/debates?limit=200&totals=true",
  );
  expect(list.runs).toHaveLength(known.size);
  const printed = await rostrum(home, ["runs", "--json", "-n", "1000", "--journal", path]);
  expect((JSON.parse(printed.stdout) as { runs: RunSummary[] }).runs).toEqual(list.runs);
  const byUser = await json<Usage>("/usage?by=user");
  const spent = new Map(byUser.rows.map((row) => [row.key, row]));
  for (const run of list.runs) {
    const figures = known.get(run.id) as Figures;
    expect(rowFigures(run), run.id).toEqual(figures);
    const record = await json<{ result: PartialResult; atLeastUsd: number }>(`/debates/${run.id}`);
    expect(figuresOf(record.result), run.id).toEqual(figures);
    expect(record.atLeastUsd).toBe(run.atLeastUsd);
    const { calls = 0, atLeastUsd = 0, unknownCalls = 0 } = spent.get(run.id) ?? {};
    expect(calls, run.id).toBe(run.calls);
    expect(unknownCalls > 0, run.id).toBe(run.costUsd === null);
    expect(atLeastUsd, run.id).toBeCloseTo(run.atLeastUsd, 12);
    // In words, too: a page, a file, a terminal and a message say the same.
    const words = formatCost(run.costUsd, run.atLeastUsd);
    const exported = await (await get(`/debates/${run.id}/export?format=md`)).text();
    // Markdown escapes the sign, and some debates end without any fact.
    if (exported.includes("- Cost: ")) {
      const cost = words.replaceAll("$", "\\$").replaceAll("<", "&lt;");
      const counted = [`${run.calls} call`, `${run.calls} attempt`];
      const lines = counted.map((count) => `- Cost: ${cost} for ${count}`);
      expect(
        lines.some((line) => exported.includes(line)),
        run.id,
      ).toBe(true);
    }
    const events = (await journal.eventsFrom(run.id, 0)) ?? [];
    const last = events.findLast((event) => findWebhookEvent(event) !== null);
    const message =
      last && describeDebate(last.type, last.seq, events.slice(0, last.seq + 1), () => null);
    if (last === events.at(-1) && message) expect(message.data["cost"], run.id).toBe(words);
  }
  for (const by of ["day", "panel", "model", "user", "team", "project"]) {
    const { rows, total } = await json<Usage>(`/usage?by=${by}`);
    expect(total.calls).toBe(list.totals.calls);
    expect(total.unknownCalls > 0).toBe(list.totals.costUsd === null);
    expect(total.costUsd).toBeCloseTo(list.totals.atLeastUsd, 9);
    expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(list.totals.calls);
    if (by !== "model") {
      expect(rows.reduce((sum, { debates }) => sum + debates, 0)).toBe(total.debates);
      expect(total.debates).toBe(known.size);
    }
    expect(rows.reduce((sum, row) => sum + row.unknownCalls, 0)).toBe(total.unknownCalls);
    expect(rows.reduce((sum, row) => sum + row.atLeastUsd, 0)).toBeCloseTo(
      list.totals.atLeastUsd,
      9,
    );
  }
  const events = ["resumed", "cut off", "fallback", "escalated", "unpriced", "degraded"];
  expect([...covered].sort()).toEqual([...OPTIONS, ...events].sort());
}, 120_000);

interface ListTotals {
  calls: number;
  costUsd: number | null;
  atLeastUsd: number;
}

interface Sums {
  calls: number;
  costUsd: number | null;
  atLeastUsd: number;
  unknownCalls: number;
  debates: number;
}

interface Usage {
  rows: (Sums & { key: string | null })[];
  total: Sums;
}
