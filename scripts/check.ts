/*
 * Everything CI does. The cheap steps come first, two at a time. If all of them pass, the tests run, and
 * next to them the package is built and tried. Nothing more is started after a step that fails. The last
 * line counts the tests, and every other step as one.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./lib/root.ts";
import { runNpm } from "./lib/run.ts";

const CHEAP = [
  "format:check",
  "lint",
  "types",
  "vocabulary",
  "plugin",
  "docs",
  "api",
  "arrows",
  "knip",
];
/** Each needs what the one before it has made. */
const PACKAGE = ["build", "sizes", "pack:check", "bundlers", "examples", "commands", "site"];
const CONCURRENT_STEPS = 2;

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
function readTestCounts(code: number): Tally {
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

const failures: string[] = [];

/** Runs a step, unless one has failed. Only the tests show what they print as it comes. */
async function runStep(name: string): Promise<void> {
  if (failures.length > 0) return;
  const isTests = name === "test";
  const flags = isTests ? ["--", `--outputFile.json=${report}`] : [];
  const { code, output, seconds } = await runNpm(["run", "--silent", name, ...flags], {
    cwd: ROOT,
    show: isTests,
    env: { ROSTRUM_CHECK: "1" },
  });
  const ended = code === 0;
  const counted = isTests
    ? readTestCounts(code)
    : { passed: ended ? 1 : 0, failed: ended ? 0 : 1, skipped: 0 };
  add(counted);
  // A test runner that something else ends may exit with 0 despite failures.
  const ok = ended && counted.failed === 0;
  if (!ok) failures.push(name);
  const line = `${ok ? "✓" : "✗"} ${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s`;
  print(ok ? line : `${output.trimEnd()}\n${line}`, isTests);
}

/** Runs steps in order, so many at a time. */
async function runSteps(names: readonly string[], atOnce: number): Promise<void> {
  const remainingNames = [...names];
  const lane = async (): Promise<void> => {
    for (let name = remainingNames.shift(); name !== undefined; name = remainingNames.shift())
      await runStep(name);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** What steps next to the tests have to say waits until the tests have said theirs. */
let heldLines: string[] | null = null;

function print(text: string, isTests: boolean): void {
  if (heldLines !== null && !isTests) {
    heldLines.push(text);
    return;
  }
  console.log(text);
  for (const line of heldLines ?? []) console.log(line);
  heldLines = null;
}

try {
  await runSteps(CHEAP, CONCURRENT_STEPS);
  if (failures.length === 0) {
    heldLines = [];
    await Promise.all([runStep("test"), runSteps(PACKAGE, 1)]);
  }
  for (const name of failures) {
    console.log(`\nto see it again: npm run ${name}`);
    process.exitCode = 1;
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
