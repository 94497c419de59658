import { Readable, Writable } from "node:stream";
import { runCliIn } from "./own-surroundings.ts";
import type { Home } from "./home.ts";

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  env?: Record<string, string>;
  /** What standard input holds, or what it is. */
  input?: string | Uint8Array | Readable;
}

/** A stream that hands on what is written to it. */
export function writingTo(write: (text: string) => void): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string | Buffer, _encoding, done) {
      write(String(chunk));
      done();
    },
  });
}

/** Runs the command line to its end, in this process and without a terminal. */
export async function rostrum(
  home: Home,
  args: readonly string[],
  { env, input }: RunOptions = {},
): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  const code = await runCliIn({ env: home.env(env), cwd: home.folder }, args, {
    stdin: input instanceof Readable ? input : Readable.from(input === undefined ? [] : [input]),
    stdout: writingTo((text) => (stdout += text)),
    stderr: writingTo((text) => (stderr += text)),
    signals: { on: () => undefined, off: () => undefined, raise: () => undefined },
  });
  return { code, stdout, stderr };
}
