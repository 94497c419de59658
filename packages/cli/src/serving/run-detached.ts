import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import type { ExitCode } from "../exit-code.ts";
import { catchInterrupts, type CliIo } from "../io.ts";

const DETACHED = "ROSTRUM_DETACHED";

/** True if this process outlives its client, because `runDetached` started it. */
export function isDetached(): boolean {
  // Deno would need its own flags again.
  return process.env[DETACHED] === "1" || process.versions["deno"] !== undefined;
}

/** Tells the process that `runDetached` waits in that its client has every reply, so that it can end. */
export function releaseClient(): void {
  if (process.env[DETACHED] !== "1") return;
  const { bytesWritten } = process.stdout as { bytesWritten?: number };
  // The other process may be gone already.
  process.send?.(bytesWritten, () => undefined);
}

/**
 * Runs this command again in a process of its own session, and passes its streams on. MCP clients end and then kill the
 * process that they started; the other one sees the end of its input, releases this one, finishes what is paid for, and ends by itself.
 */
export async function runDetached({ stdin, stdout, stderr, signals }: CliIo): Promise<ExitCode> {
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, [DETACHED]: "1" },
    stdio: ["pipe", "pipe", "pipe", "ipc"],
    detached: true,
    windowsHide: true,
  }) as ChildProcessWithoutNullStreams;
  const ended = new Promise<ExitCode>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0 ? 0 : 1));
  });
  // The child may end first.
  child.stdin.on("error", () => undefined);
  stdin.pipe(child.stdin);
  child.stdout.pipe(stdout, { end: false });
  child.stderr.pipe(stderr, { end: false });
  let receivedBytes = 0;
  child.stdout.on("data", (chunk: Buffer) => (receivedBytes += chunk.length));
  const released = new Promise<ExitCode>((resolve) => {
    child.once("message", (writtenBytes) => {
      const checkReplies = (): void => {
        if (receivedBytes >= Number(writtenBytes)) resolve(0);
      };
      child.stdout.on("data", checkReplies);
      checkReplies();
    });
  });
  using interrupts = catchInterrupts(signals, () => {
    stdin.unpipe(child.stdin);
    stdin.destroy();
    child.stdin.end();
  });
  const left = new Promise<ExitCode>((resolve) => {
    interrupts.signal.addEventListener("abort", () => resolve(0));
  });
  const code = await Promise.race([ended, released, left]);
  // Its streams must not keep this process alive.
  child.stdout.destroy();
  child.stderr.destroy();
  child.unref();
  return code;
}
