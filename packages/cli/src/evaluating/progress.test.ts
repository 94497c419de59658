import { expect, test } from "vitest";
import type { Output } from "../terminal/output.ts";
import { createProgressLine } from "./run.ts";

test("progress counts the questions that were asked, until the first one is done", () => {
  const lines: string[] = [];
  const output = { say: (line: string) => lines.push(line), io: { stderr: {} } };
  const line = createProgressLine(output as unknown as Output, undefined);
  const progress = { total: 120, calls: 360, usd: 0.02, leftMs: 5000 };
  line.show({ ...progress, answered: 72, done: 0, elapsedMs: 10_000 });
  line.show({ ...progress, answered: 120, done: 60, elapsedMs: 20_000 });
  expect(lines).toEqual([
    "72/120 questions asked · 5.0 s left · 360 calls, $0.020",
    "60/120 questions · 5.0 s left · 360 calls, $0.020",
  ]);
});
