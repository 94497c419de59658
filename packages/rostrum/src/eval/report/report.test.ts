import { expect, test } from "vitest";
import { evaluate, type EvalReport } from "../index.ts";
import { compareReports, readSnapshot } from "./compare.ts";
import { reportHtml } from "./html.ts";
import { reportJson } from "./json.ts";
import { reportTable } from "./table.ts";
import { verdictOf } from "./verdict.ts";

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

test("one is called better only where the interval leaves zero out", () => {
  expect(verdictOf({ low: 0.01, high: 0.2 })).toBe("better");
  expect(verdictOf({ low: -0.2, high: -0.01 })).toBe("worse");
  expect(verdictOf({ low: 0, high: 0.2 })).toBe("no difference shown");
  expect(verdictOf({ low: -0.2, high: 0 })).toBe("no difference shown");
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
