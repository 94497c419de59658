import { spawn } from "node:child_process";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { catchInterrupts, type CliIo } from "../io.ts";

const DETACHED = "ROSTRUM_DETACHED";

/** True if this process outlives its client: it was started by `runDetached`, or runs in the process of a test. */
export function isDetached({ stdin }: CliIo): boolean {
  // Deno would need its own flags again.
  if (process.versions["deno"] !== undefined) return true;
  return stdin !== process.stdin || process.env[DETACHED] === "1";
}

/**
 * Runs this command again in a process of its own session, and passes its streams on. MCP clients end and then kill the
 * process that they started; the other one sees the end of its input, finishes what is paid for, and ends by itself.
 */
export async function runDetached({ stdin, stdout, stderr, signals }: CliIo): Promise<ExitCode> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, [DETACHED]: "1" },
    stdio: "pipe",
    detached: true,
    windowsHide: true,
  });
  const ended = new Promise<ExitCode>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0 ? EXIT.answered : EXIT.error));
  });
  // The child may end first.
  child.stdin.on("error", () => undefined);
  stdin.pipe(child.stdin);
  child.stdout.pipe(stdout, { end: false });
  child.stderr.pipe(stderr, { end: false });
  using interrupts = catchInterrupts(signals, () => {
    stdin.unpipe(child.stdin);
    stdin.destroy();
    child.stdin.end();
  });
  const left = new Promise<ExitCode>((resolve) => {
    interrupts.signal.addEventListener("abort", () => resolve(EXIT.answered));
  });
  const code = await Promise.race([ended, left]);
  // Its streams must not keep this process alive.
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
  return code;
}
