/*
 * Stops `npm run build` at once where what it builds could not run. The build has the Node that `npm ci` brings, but an
 * installed `rostrum` runs on the shell's own, which is the one that runs npm. The check sets ROSTRUM_CHECK: it installs
 * nothing.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./lib/root.ts";

const manifest = readFileSync(join(ROOT, "packages/rostrum/package.json"), "utf8");
const [, needed = ""] = /"node": ">=([\d.]+)"/.exec(manifest) ?? [];
const shellNode = process.env["npm_node_execpath"] ?? process.execPath;
const version = execFileSync(shellNode, ["--version"], { encoding: "utf8" }).trim().slice(1);
const isOlder = version.localeCompare(needed, "en", { numeric: true }) < 0;
if (isOlder && process.env["ROSTRUM_CHECK"] !== "1") {
  console.error(
    `rostrum needs Node ${needed} or newer, and this shell has ${version}: install a newer Node, then build again.\n` +
      'Or use the Node of this clone: export PATH="$PWD/node_modules/.bin:$PATH" && npm run build',
  );
  process.exitCode = 1;
}
