import fc from "fast-check";
import { expect, test } from "vitest";
import { evaluate, type EvalReport } from "../index.ts";
import { compareReports, readSnapshot } from "./compare.ts";
import { reportHtml } from "./html.ts";
import { reportJson } from "./json.ts";
import { reportTable } from "./table.ts";
import { correctForMany, pairedDifference, type PairedDifference } from "../statistics/paired.ts";
import { formatDifference } from "./cells.ts";

const verdict = (difference: PairedDifference): string | undefined =>
  formatDifference(difference).at(-1);

const HOSTILE = `<script>alert("x")</script><img src=x onerror='alert(1)'>`;
const DATE = new Date("2026-01-02T03:04:05Z");

function report(right = "4"): Promise<EvalReport> {
  const says = (answer: string) => () => `${HOSTILE}\nAnswer: ${answer}\nConfidence: 0.8`;
  return evaluate({
    items: [
      { id: `a${HOSTILE}`, question: `What is 2+2? ${HOSTILE}`, gold: "4" },
      { id: "b", question: "What is 3+3?", gold: "6" },
    ],
    panel: { debaters: [says(right), says(right), says("5")] },
    arms: [
      { type: "single" },
      { type: "vote" },
      { type: "debate", name: `debate ${HOSTILE}` },
      { type: "oracle" },
    ],
  });
}

/** Two methods on `count` questions: the first alone is right on `wins`, the second alone on `losses`. */
function pair(count: number, wins: number, losses: number): PairedDifference {
  const at = (from: number, to: number) => (index: number) => index >= from && index < to;
  const questions = Array.from({ length: count }, (_, index) => index);
  return pairedDifference(questions.map(at(0, wins)), questions.map(at(wins, wins + losses)));
}

test("four wins and no loss, p = 0.125, are not called better though the interval excludes zero", () => {
  const found = pair(12, 4, 0);
  expect(found.low).toBeGreaterThan(0);
  expect(found.pValue).toBe(0.125);
  expect(verdict(found)).toBe("no difference shown");
  expect(verdict(pair(12, 0, 4))).toBe("no difference shown");
});

test("an arm is called better or worse only if its interval and its corrected p agree", () => {
  expect(verdict(pair(40, 9, 0))).toBe("better");
  expect(verdict(pair(40, 0, 9))).toBe("worse");
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { minLength: 1, maxLength: 6 }),
      (splits) => {
        const alone = splits.map(([wins, losses]) => pair(40, wins, losses));
        correctForMany(alone).forEach((found, index) => {
          expect(found.pCorrected).toBeGreaterThanOrEqual(alone[index]?.pValue ?? 1);
          expect(found.pCorrected).toBeLessThanOrEqual(1);
          if (verdict(found) === "no difference shown") return;
          expect(found.pCorrected).toBeLessThan(0.05);
          expect(Math.sign(found.low)).toBe(Math.sign(found.high));
        });
      },
    ),
    { numRuns: 50 },
  );
});

test("Holm's correction, against values worked out by hand", () => {
  const ps = [0.01, 0.04, 0.03].map((pValue) => ({ ...pair(10, 1, 0), pValue }));
  expect(correctForMany(ps).map(({ pCorrected }) => pCorrected)).toEqual([0.03, 0.06, 0.06]);
});

test("the table fits 100 columns and obeys nothing", async () => {
  const text = reportTable(await report());
  expect(text).toContain("no difference shown");
  expect(text).not.toContain("\u001b");
  for (const line of text.split("\n")) expect([...line].length).toBeLessThanOrEqual(100);
  expect(reportTable(await report(), { color: true })).toContain("\u001b[1m");
});

test("the page holds no markup of others and fetches nothing", async () => {
  const page = reportHtml(await report(), { date: DATE });
  expect(page).toContain("&lt;script&gt;");
  expect(page).not.toMatch(/<script|<img|<link|https?:/);
  expect(page).toContain("default-src &#39;none&#39;");
  expect(page).toContain("debate hurt (0)");
  expect(page).toContain("prefers-color-scheme: dark");
});

test("a snapshot holds every debate once, and a later run is compared by it", async () => {
  const before = reportJson(await report(), { date: DATE, options: {} });
  const read = readSnapshot(JSON.stringify(before), "report.json");
  expect(read).toMatchObject({ version: 1, date: "2026-01-02T03:04:05.000Z", questions: 2 });
  expect(read.rows[0]?.outcomes["vote"]?.debate).toBe(0);
  expect(read.rows[0]?.debates).toHaveLength(2);
  const { shared, left, arms } = compareReports(await report("7"), read);
  expect({ shared, left }).toEqual({ shared: 2, left: 0 });
  expect(arms.find(({ name }) => name === "single")).toMatchObject({
    now: 0,
    before: 0.5,
    difference: { wins: 0, losses: 1 },
  });
  expect(() => readSnapshot('{"version":9}', "old.json")).toThrow("old.json: expected a report");
});
