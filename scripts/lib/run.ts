import { spawn } from "node:child_process";

export interface Ran {
  code: number;
  output: string;
  seconds: number;
}

export interface RunOptions {
  cwd?: string;
  /** Show the output as it comes; it isn't kept then. Default false. */
  show?: boolean;
  /** Milliseconds before the process is killed. Default 1,200,000: two busy cores take their time. */
  timeoutMs?: number;
  /** Set in addition to this process's own environment. */
  env?: Record<string, string>;
}

/** Runs a JavaScript or TypeScript file with this very Node, and never throws. */
export function runNode(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { cwd, show = false, timeoutMs = 1_200_000, env } = options;
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
    timeout: timeoutMs,
    env: { ...process.env, ...env },
    killSignal: "SIGKILL",
  });
  let output = "";
  const keep = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return new Promise((resolve) => {
    const end = (code: number): void =>
      resolve({ code, output, seconds: (performance.now() - began) / 1000 });
    child.on("error", (error) => {
      output += String(error);
      end(1);
    });
    child.on("close", (code, signal) => {
      if (signal !== null) output += `\nended by ${signal}; it may take ${timeoutMs / 1000} s`;
      end(code ?? 1);
    });
  });
}

/** Runs npm with the Node that runs this script. */
export function runNpm(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const npm = process.env["npm_execpath"];
  if (npm === undefined) throw new Error("start this with `npm run`, so that npm can be found");
  return runNode([npm, ...args], options);
}
