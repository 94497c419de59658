/*
 * npm run check: what a change must pass. The cheap steps come first, two at a time. If all of them pass, the tests run
 * while the package is built and checked.
 * npm run check:release: what a release must pass as well, and CI runs next to the check: programs of others that use
 * the package, and the site with its playground.
 * After a failed step, no further step starts. The last line counts the tests, and every other step as one.
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
const RELEASE_SUITES = ["foreign", "playground", "programs"];
const isRelease = process.argv[2] === "release";
const cheapSteps = isRelease ? [] : CHEAP;
/** Each step needs the output of the previous one. */
const packageSteps = isRelease
  ? ["build", "bundlers", "site"]
  : ["build", "sizes", "pack:check", "examples", "commands"];
const testFlags = RELEASE_SUITES.map((suite) => `--project=${isRelease ? "" : "!"}${suite}`);
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

/** Reads Vitest's counts; a run without a report counts as one failure. */
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

/** Runs a step, unless one has failed. Only the tests' output is shown live. */
async function runStep(name: string): Promise<void> {
  if (failures.length > 0) return;
  const isTests = name === "test";
  const flags = isTests ? ["--", `--outputFile.json=${report}`, ...testFlags] : [];
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
  // A test runner that was terminated may exit with 0 despite failures.
  const ok = ended && counted.failed === 0;
  if (!ok) failures.push(name);
  const line = `${ok ? "✓" : "✗"} ${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s`;
  print(ok ? line : `${output.trimEnd()}\n${line}`, isTests);
}

/** Runs steps in order, `atOnce` at a time. */
async function runSteps(names: readonly string[], atOnce: number): Promise<void> {
  const remainingNames = [...names];
  const lane = async (): Promise<void> => {
    for (let name = remainingNames.shift(); name !== undefined; name = remainingNames.shift())
      await runStep(name);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

/** Output of steps that run next to the tests, held back until the tests have finished; `null`: print at once. */
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
  await runSteps(cheapSteps, CONCURRENT_STEPS);
  if (failures.length === 0) {
    heldLines = [];
    await Promise.all([runStep("test"), runSteps(packageSteps, 1)]);
  }
  for (const name of failures) {
    console.log(`\nto repeat it: npm run ${name}`);
    process.exitCode = 1;
  }
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
