/*
 * Everything CI does, cheapest first; ends at the first thing that is wrong. The last line counts the
 * tests, and every other step as one.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./lib/root.ts";
import { runNpm } from "./lib/run.ts";

const STEPS = [
  "format:check",
  "lint",
  "types",
  "vocabulary",
  "docs",
  "api",
  "arrows",
  "knip",
  "test",
  "build",
  "pack:check",
  "examples",
] as const;

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

const scratch = mkdtempSync(join(tmpdir(), "rostrum-check-"));
const report = join(scratch, "tests.json");
const total: Tally = { passed: 0, failed: 0, skipped: 0 };

function add({ passed, failed, skipped }: Tally): void {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}

/** What Vitest counted; a run that ended without a report is one failure. */
function testsCounted(code: number): Tally {
  try {
    const counted = JSON.parse(readFileSync(report, "utf8")) as Record<string, number>;
    const failed = counted["numFailedTests"] ?? 0;
    return {
      passed: counted["numPassedTests"] ?? 0,
      failed: code !== 0 && failed === 0 ? 1 : failed,
      skipped: (counted["numPendingTests"] ?? 0) + (counted["numTodoTests"] ?? 0),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

async function step(name: (typeof STEPS)[number]): Promise<boolean> {
  const isTests = name === "test";
  const flags = isTests
    ? ["--", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]
    : [];
  const { code, output, seconds } = await runNpm(["run", "--silent", name, ...flags], {
    cwd: ROOT,
    show: isTests,
  });
  const ok = code === 0;
  add(isTests ? testsCounted(code) : { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 });
  if (!ok) console.log(output.trimEnd());
  console.log(`${ok ? "✓" : "✗"} ${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s`);
  return ok;
}

try {
  for (const name of STEPS) {
    if (await step(name)) continue;
    console.log(`\nto see it again: npm run ${name}`);
    process.exitCode = 1;
    break;
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
