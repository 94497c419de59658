import { join } from "node:path";
import { ROOT } from "../../scripts/lib/root.ts";

/** Programs that tests start as processes of their own, named from the repository's folder. */
export const PROGRAMS = {
  rostrum: "packages/rostrum/src/bin.ts",
  "crash-child": "test/crash/child.ts",
  "chain-child": "test/crash/chain-child.ts",
  "one-run": "test/crash/one-run.ts",
  "tool-child": "test/crash/tool-child.ts",
  "promptfoo-entry": "packages/rostrum/src/promptfoo.ts",
  "postgres-server": "test/postgres/server-process.ts",
  "restate-worker": "test/restate/worker.ts",
} as const;

/** Names the folder in which a test run has bundled them. */
export const PROGRAMS_FOLDER = "ROSTRUM_TEST_PROGRAMS";
const folder = process.env[PROGRAMS_FOLDER];

/**
 * The file of a program: bundled, which Node starts much faster than hundreds of modules, or its source
 * where nobody has bundled it.
 */
export function program(name: keyof typeof PROGRAMS): string {
  return folder === undefined ? join(ROOT, PROGRAMS[name]) : join(folder, `${name}.js`);
}
