import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  evaluate,
  loadDataset,
  reportHtml,
  reportJson,
  reportTable,
  type EvalItem,
  type EvalOptions,
} from "../../packages/eval/src/index.ts";
import {
  memoryJournal,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";

const folder = mkdtempSync(join(tmpdir(), "rostrum-grading-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const items: EvalItem[] = [
  {
    id: "db",
    question: "Which database should the team use for the new service?",
    gold: "Keep everything in Postgres, the team knows it",
    alsoRight: ["Stay on PostgreSQL"],
  },
  { id: "sky", question: "Why is the sky blue?", gold: "Air scatters short waves more" },
];

const SAID: Record<string, string[]> = {
  db: [
    "Stick with the relational store they already run",
    "Adopt a managed document database such as Dynamo",
  ],
  sky: ["Rayleigh scattering favours blue light", "It mirrors the sea"],
};

const panel: DebateConfig<never> = {
  debaters: [0, 1].map((seat) => ({
    name: `D${seat}`,
    model: ({ question }: ModelRequest) =>
      `Answer: ${SAID[items.find((item) => item.question === question)?.id ?? ""]?.[seat]}`,
  })),
  rounds: 0,
  answer: "text",
  compare: "rules",
  limits: { retries: 0 },
} as never;

/** Whether a text is right, as a person would say. */
const isRight = (text: string): boolean => /relational|Postgre|scatter/i.test(text);

function grader(right: (text: string, request: ModelRequest) => boolean = isRight) {
  const requests: ModelRequest[] = [];
  return {
    requests,
    model: (request: ModelRequest) => {
      requests.push(request);
      const shown = request.items ?? [];
      const places = Map.groupBy(shown.keys(), (at) => right(shown[at] ?? "", request));
      const listed = (word: boolean): number[] => [...(places.get(word) ?? [])].map((at) => at + 1);
      if (request.role === "judge")
        return JSON.stringify({ right: listed(true), wrong: listed(false) });
      return JSON.stringify({
        groups: [true, false]
          .map((word) => ({ items: listed(word) }))
          .filter(({ items: list }) => list.length > 0),
      });
    },
  };
}

const run = (more: Partial<EvalOptions>) =>
  evaluate({ items, panel, arms: [{ type: "vote" }, { type: "oracle" }], ...more });

describe("evaluation of open answers", () => {
  test("several golds are right, by the rules", async () => {
    const report = await run({
      items: items.map((item) => ({
        ...item,
        gold: "no such thing",
        alsoRight: SAID[item.id] as string[],
      })),
    });
    expect(report.arms.map(({ right }) => right)).toEqual([2, 2]);
    expect(report.grading).toBeUndefined();
  });

  test("a known answer that can't be read is refused before any call, or compared by a model", async () => {
    const { model, requests } = grader((text) => text.includes("12"));
    const debaters = scripted(["Answer: 12"], { repeatLast: true });
    const numbers = { debaters, rounds: 0, answer: "number" } as never;
    const sums = [
      { id: "s0", question: "How many eggs?", gold: "12" },
      { id: "s1", question: "How many rolls?", gold: "12 or 13" },
    ];
    const report = run({ items: sums, panel: numbers });
    await expect(report).rejects.toThrow(/^items\[1\]\.gold: .*"s1".*number.*"12 or 13"$/);
    expect(debaters.requests).toHaveLength(0);
    const graded = await run({ items: sums, panel: numbers, grade: { model } });
    expect(requests).toHaveLength(2);
    expect(graded.arms.map(({ right }) => right)).toEqual([2, 2]);
    const listed = sums.map((item) => ({ ...item, alsoRight: ["12"] }));
    expect((await run({ items: listed, panel: numbers })).arms[0]).toMatchObject({ right: 2 });
  });

  test("a model compares what the rules leave open, in both orders", async () => {
    const { model, requests } = grader();
    const byRules = await run({});
    expect(byRules.arms[0]?.right).toBe(0);
    const report = await run({ grade: { model } });
    expect(report.arms.map(({ right }) => right)).toEqual([2, 2]);
    expect(requests.map(({ role }) => role)).toEqual(Array(4).fill("comparer"));
    expect(requests[1]?.items).toEqual(requests[0]?.items?.toReversed());
    expect(report.grading).toMatchObject({
      by: "comparer",
      answers: 4,
      failed: 0,
      spent: { calls: 4 },
      rules: { compared: 4, differ: 2 },
      orders: { compared: 4, differ: 0 },
    });
    expect(report.grading?.disagreements.map(({ id, rules, right }) => [id, rules, right])).toEqual(
      [
        ["db", false, true],
        ["sky", false, true],
      ],
    );
    expect(report.spent.calls).toBe(4 + 4);
    const table = reportTable(report);
    expect(table).toContain("graders differ");
    expect(table).toContain("Rules and model differ on 2 of 4");
    const html = reportHtml(report, { date: new Date(0) });
    expect(html).toContain("Where graders differ");
    expect(html).toContain("Stay on PostgreSQL");
    expect(reportJson(report, { date: new Date(0), options: {} }).rows[0]?.graded).toHaveLength(2);
  });

  test("a grader whose two orders disagree is counted, and the rules decide", async () => {
    const { model } = grader((text, { stepId }) =>
      stepId.endsWith("_reversed") ? /^(?:Keep|Stay|Air)/.test(text) : isRight(text),
    );
    const report = await run({ grade: { model } });
    expect(report.grading?.orders).toEqual({ compared: 4, differ: 2 });
    expect(report.arms[0]?.right).toBe(0);
  });

  test("a rubric judge grades every answer by the rubric", async () => {
    const { model, requests } = grader((text) => /Dynamo|sea/.test(text));
    const rubric = "Right is what names a place.";
    const report = await run({ grade: { model, rubric, bothOrders: false } });
    expect(requests.map(({ role }) => role)).toEqual(["judge", "judge"]);
    expect(requests[0]?.system).toContain(rubric);
    expect(report.arms.map(({ right }) => right)).toEqual([0, 2]);
    expect(report.grading).toMatchObject({ by: "rubric", orders: { compared: 0 } });
  });

  test.each([
    "nonsense",
    '{"groups": [{"items": [1, 1]}]}',
    '{"groups": [{"items": [1e9]}]}',
    "\u001b[2J",
    "",
  ])("a grader that says %j leaves the rules, visibly", async (text) => {
    const report = await run({ grade: { model: () => text } });
    expect(report.grading).toMatchObject({ answers: 4, failed: 4 });
    expect(reportTable(report)).toContain("On 4 it said nothing usable");
    expect(reportTable(report)).not.toContain("\u001b");
  });

  test("a rerun pays for no grade twice", async () => {
    const journal = memoryJournal();
    const { model, requests } = grader();
    const first = await run({ grade: { model }, journal });
    const again = await run({ grade: { model }, journal });
    expect(requests).toHaveLength(4);
    expect(again.grading).toMatchObject({
      spent: { calls: 0, usd: 0 },
      rules: first.grading?.rules,
    });
    expect(again.arms[0]?.right).toBe(first.arms[0]?.right);
  });

  test("the cap holds grading too, and an unknown price is refused before anything is asked", async () => {
    const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 1 };
    const price = { input: 0, output: 1_000_000 };
    const { model } = grader();
    const calls = { count: 0 };
    const free = { price: { input: 0, output: 0 } };
    const debaters = (panel.debaters as object[]).map((debater) => ({ ...debater, ...free }));
    const paid = { ...panel, debaters } as never;
    const billed = (request: ModelRequest) => {
      calls.count += 1;
      return { text: model(request), usage };
    };
    const refused = await rejection(run({ panel: paid, grade: { model: billed }, maxCost: 3 }));
    expect(refused.message).toContain("known price");
    expect(calls.count).toBe(0);
    const tight = await run({
      panel: paid,
      grade: { model: billed, price },
      maxCost: 3,
      concurrency: 1,
    });
    expect(calls.count).toBeLessThanOrEqual(3);
    expect(tight.stopped).not.toBeNull();
  });

  test("numbers make no grading call", async () => {
    const { model, requests } = grader();
    const sums = [1, 2].map((at) => ({
      id: `s${at}`,
      question: `What is ${at} + 1?`,
      gold: String(at + 1),
    }));
    const debaters = [0, 1].map(() => ({ model: () => "Answer: 3" }));
    for (const answer of ["auto", "number", "exact", "math"]) {
      const config = { ...panel, debaters, answer } as never;
      await run({ items: sums, panel: config, grade: { model } });
    }
    expect(requests).toHaveLength(0);
  });

  test("data sets hold several right answers as a list", async () => {
    const file = join(folder, "open.jsonl");
    const rows = [
      { id: "a", question: "Where?", answer: ["Paris", "Paris, France", "Paris"] },
      { id: "b", question: "When?", answers: ["1999"] },
      { id: "c", question: "Who?", answer: "Ada" },
    ];
    writeFileSync(file, rows.map((row) => JSON.stringify(row)).join("\n"));
    await expect(loadDataset(file, { layout: "constructor" })).rejects.toThrow("expected one of");
    expect(await loadDataset(file, { layout: "open" })).toEqual([
      { id: "a", question: "Where?", gold: "Paris", alsoRight: ["Paris, France"] },
      { id: "b", question: "When?", gold: "1999" },
      { id: "c", question: "Who?", gold: "Ada" },
    ]);
    for (const wrong of [[], [""], [{}], [["x"]], {}]) {
      writeFileSync(file, JSON.stringify({ question: "Who?", answers: wrong }));
      const refused = await rejection(loadDataset(file, { layout: "open" }));
      expect(refused.message).toContain("open.jsonl:1");
    }
  });
});
