import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { IsolatedOutcome } from "../../packages/runtime/src/models/sandbox/run-isolated.ts";
import { ROOT } from "../../scripts/lib/root.ts";

const KEYCTL = { x64: 250, arm64: 219 }[process.arch as string];
const ADD_KEY = { x64: 248, arm64: 217 }[process.arch as string];
const SECRET = "secret-of-a-login";

// Perl's system calls take variables, not literals.
const NAMES = `my ($type, $name, $secret) = ("user", "rostrum-test", "${SECRET}");`;

/** Prints the key that its session keyring has, or "none". */
const READ_KEY = `${NAMES}
my $key = syscall(${KEYCTL}, 10, -3, $type, $name, 0);
my $text = " " x 100;
my $length = $key < 0 ? -1 : syscall(${KEYCTL}, 11, $key, $text, 100);
print $length < 0 ? "none" : substr($text, 0, $length);`;

/** Joins a keyring with a key in it, as a login does, and runs a command line from there. */
const LOG_IN = `${NAMES}
syscall(${KEYCTL}, 1, 0) >= 0 or exit 77;
syscall(${ADD_KEY}, $type, $name, $secret, length $secret, -3) >= 0 or exit 77;
exec @ARGV;`;

const RUN_ISOLATED = `
const { runIsolated } = await import(${JSON.stringify(join(ROOT, "packages/runtime/src/models/sandbox/run-isolated.ts"))});
const { text, errors, isolation } = await runIsolated({
  command: ["perl", "-e", ${JSON.stringify(READ_KEY)}], prepare: async () => {},
  input: "", env: [], timeoutMs: 20_000, memoryMb: 512, network: false, signal: new AbortController().signal,
});
console.log(JSON.stringify({ text, errors, isolation }));`;

test("a program can't read the keys of the login that rostrum was started from", (context) => {
  const run = (...command: string[]) =>
    spawnSync("perl", ["-e", LOG_IN, ...command], { encoding: "utf8", cwd: ROOT });
  const outside = run("perl", "-e", READ_KEY);
  context.skip(outside.error !== undefined, "there is no perl here");
  context.skip(outside.status === 77, "this system refuses keyrings");
  expect(outside.stdout).toBe(SECRET);
  const inside = run(process.execPath, "--input-type=module", "-e", RUN_ISOLATED);
  const { text, errors, isolation } = JSON.parse(inside.stdout) as IsolatedOutcome;
  context.skip(!isolation.processes, "this system has no user namespaces");
  expect({ text, errors }).toEqual({ text: "none", errors: "" });
});
