import type { LanguageModel } from "ai";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  Debate,
  debate,
  memoryJournal,
  sqliteJournal,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { faulty } from "../../packages/runtime/src/testing/index.ts";
import { rejection } from "../support/outcomes.ts";
import { named, says } from "../support/panel.ts";
import {
  ALSO_STAY,
  byDynamo,
  config,
  MOVE,
  QUESTION,
  sorting,
  STAY,
  STICK,
} from "../support/prose-panel.ts";

const folder = mkdtempSync(join(tmpdir(), "rostrum-comparing-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("comparisons in the journal", () => {
  test("a run that is taken up again pays for no comparison twice", async () => {
    const journal = memoryJournal();
    const comparer = sorting(byDynamo);
    const leave = new AbortController();
    const cat = (request: ModelRequest): string => {
      if (request.round === 1) leave.abort(new Error("killed"));
      return MOVE;
    };
    const settings = config({
      debaters: [...named({ ANN: STAY, BEN: STICK }), { name: "CAT", model: cat }],
      compare: comparer.model,
      stop: "never",
      rounds: 1,
      revise: "everyone",
      journal,
    });
    await rejection(debate(QUESTION, settings, { id: "run", signal: leave.signal }));
    expect(comparer.requests).toHaveLength(1);
    const again = config({
      ...settings,
      debaters: named({ ANN: STAY, BEN: STICK, CAT: MOVE }),
    });
    const result = await debate(QUESTION, again, { id: "run" });
    expect(comparer.requests).toHaveLength(1);
    expect(result.integrity.compared).toEqual({ asked: 1, failed: 0, skipped: 0 });
    expect(result.rounds[1]?.positions.map(({ cluster }) => cluster)).toEqual([0, 0, 1]);
  });

  test("a replay asks nobody and comes to the same", async () => {
    const journal = memoryJournal();
    const comparer = sorting(byDynamo);
    const settings = config({
      debaters: named({ ANN: STAY, BEN: STICK, CAT: MOVE }),
      judge: says(ALSO_STAY),
      compare: comparer.model,
      rounds: 0,
      journal,
    });
    const panel = new Debate(settings);
    const before = await panel.run(QUESTION, { id: "run" });
    const asked = comparer.requests.length;
    const replayed = await panel.replay("run");
    expect(comparer.requests).toHaveLength(asked);
    expect(replayed.dissent).toEqual(before.dissent);
    expect(replayed.integrity.compared).toEqual(before.integrity.compared);
  });

  test("another answer of a debater that had failed is compared anew", async () => {
    const journal = memoryJournal();
    const comparer = sorting(byDynamo);
    let leave: AbortController | null = new AbortController();
    const settings = config({
      debaters: [
        ...named({ ANN: STAY, BEN: STICK }),
        { name: "CAT", model: faulty([{ type: "error", message: "down" }, MOVE]) },
      ],
      compare: comparer.model,
      // The check comes after the comparison and before the end of the round.
      verify: () => {
        leave?.abort(new Error("killed"));
        return "unknown";
      },
      rounds: 0,
      journal,
    });
    await rejection(debate(QUESTION, settings, { id: "run", signal: leave.signal }));
    leave = null;
    const result = await debate(QUESTION, settings, { id: "run" });
    expect(comparer.requests.map(({ items }) => items?.length)).toEqual([2, 3]);
    expect(result.rounds[0]?.positions.map(({ cluster }) => cluster)).toEqual([0, 0, 1]);
    expect(result.usage.calls).toBe(4 + 2);
  });

  test("a comparison that was skipped stays so when the run goes on with more room", async () => {
    const journal = memoryJournal();
    let asked = 0;
    // Nobody named it in `compare`, so that it is skipped for its missing price.
    const judge: Exclude<LanguageModel, string> = {
      specificationVersion: "v4",
      provider: "local",
      modelId: "unpriced",
      supportedUrls: {},
      doGenerate: async () => {
        asked += 1;
        const text = '{"groups": [{"items": [1, 2]}, {"items": [3]}]}';
        const finishReason = { unified: "stop" as const, raw: undefined };
        const usage = {
          inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 1, text: 1, reasoning: 0 },
        };
        return { content: [{ type: "text", text }], finishReason, usage, warnings: [] };
      },
      doStream: () => Promise.reject(new Error("not implemented")),
    };
    const settings = config({
      debaters: named({ ANN: STAY, BEN: STICK, CAT: MOVE }).map((each) => ({
        ...each,
        maxOutputTokens: 20,
        price: { input: 1, output: 1 },
      })),
      compare: "auto",
      judge,
      decide: "majority",
      show: "digest",
      stop: "never",
      rounds: 2,
      revise: "everyone",
      journal,
    });
    // Two rounds of short replies fit; a reply of the comparer, whose price is unknown, doesn't.
    const tight = { ...settings, budget: { usd: 0.0045 } };
    const first = await debate(QUESTION, tight, { id: "run" });
    expect(first).toMatchObject({ stopReason: "budget", rounds: [{ index: 0 }, { index: 1 }] });
    expect(first.integrity.compared).toEqual({ asked: 0, failed: 0, skipped: 2 });
    const wide = { ...settings, budget: { tokens: 1_000_000 } };
    const result = await debate(QUESTION, wide, { id: "run" });
    expect(result.stopReason).toBe("max_rounds");
    expect(asked).toBe(1);
    expect(result.integrity.compared).toEqual({ asked: 1, failed: 0, skipped: 1 });
  });

  test("usage and cost count comparisons", async () => {
    const priced = () => ({
      text: '{"groups": [{"items": [1, 2, 3]}]}',
      usage: { inputTokens: 100, outputTokens: 10 },
      costUsd: 0.25,
    });
    const members = [STAY, ALSO_STAY, STICK].map((text) => ({
      model: () => ({ text, usage: { inputTokens: 10, outputTokens: 1 }, costUsd: 0.5 }),
    }));
    const result = await debate(
      QUESTION,
      config({ debaters: members, compare: priced, answer: "auto" }),
    );
    expect(result.costUsd).toBe(1.75);
    expect(result.usage).toMatchObject({ calls: 4, inputTokens: 130, outputTokens: 13 });
  });

  test("a list of runs counts the comparison of a verdict", async () => {
    const journal = memoryJournal();
    const comparer = sorting(byDynamo);
    const settings = config({
      debaters: named({ ANN: STAY, BEN: STICK, CAT: MOVE }),
      judge: says(ALSO_STAY),
      compare: comparer.model,
      rounds: 0,
      journal,
    });
    const result = await debate(QUESTION, settings, { id: "run" });
    expect(comparer.requests).toHaveLength(2);
    const { runs } = await journal.list();
    expect(runs[0]?.calls).toBe(result.usage.calls);
  });

  test("a fork takes over the comparisons of the rounds before it", async () => {
    const journal = memoryJournal();
    const comparer = sorting(byDynamo);
    const settings: DebateConfig = config({
      debaters: named({ ANN: STAY, BEN: [STICK, STICK, ALSO_STAY], CAT: MOVE }),
      compare: comparer.model,
      stop: "never",
      rounds: 1,
      revise: "everyone",
      journal,
    });
    const panel = new Debate(settings);
    await panel.run(QUESTION, { id: "run" });
    const forked = await panel.fork("run", { fromRound: 1 }, { id: "fork" });
    expect(comparer.requests.map(({ stepId }) => stepId)).toEqual([
      "run__compare_round_0",
      "fork__compare_round_1",
    ]);
    expect(forked.rounds[1]?.positions.map(({ cluster }) => cluster)).toEqual([0, 0, 1]);
  });

  test("a journal without words keeps none of a comparison", async () => {
    const id = randomUUID();
    const journal = sqliteJournal(join(folder, "redacted.db"), { redact: true });
    const settings = config({
      debaters: named({ ANN: STAY, BEN: STICK, CAT: MOVE }),
      compare: sorting(byDynamo).model,
      rounds: 0,
      journal,
    });
    await debate(QUESTION, settings, { id });
    const stored = JSON.stringify((await journal.read(id))?.events);
    await journal.close();
    expect(stored).toContain('"by":"model"');
    expect(stored).not.toContain("Postgres");
    expect(stored).not.toContain('"x"');
  });
});
