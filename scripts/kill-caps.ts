/*
 * Kills processes that hold debates under caps, with kill -9 at random calls, and counts what really
 * arrived at the provider: `node scripts/kill-caps.ts [kills] [seed]`. Takes some minutes, so it is not
 * part of the check; test/crash/caps.test.ts is a short version of it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { killUnderCaps, seeded } from "../test/crash/caps.ts";

const [kills = "300", seed = "20240607"] = process.argv.slice(2);
const CHILD = fileURLToPath(new URL("../test/crash/child.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "rostrum-kill-caps-"));
// The first process that ends well leaves its compiled code for the others.
process.env["NODE_COMPILE_CACHE"] ??= join(folder, "compiled");
try {
  const { problems, ends, ...tally } = await killUnderCaps(
    folder,
    Number(kills),
    seeded(Number(seed)),
    CHILD,
  );
  console.log(`kills                 ${tally.kills}`);
  console.log(`runs                  ${tally.runs}`);
  console.log(`calls at the provider ${tally.calls}`);
  console.log(
    `ended                 ${Object.entries(ends)
      .map(([end, count]) => `${count} ${end}`)
      .join(", ")}`,
  );
  console.log(`compared whole        ${tally.compared}`);
  console.log(
    `compared in part      ${tally.comparedInPart} (ended by their cap, ${tally.positions} positions)`,
  );
  console.log(`problems              ${problems.length}`);
  for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
