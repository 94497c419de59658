import { createInterface } from "node:readline/promises";

/** Whether there is a person to ask. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks on stderr, so that stdout stays clean. `null`: Ctrl-C, or the end of input. */
export async function ask(prompt: string): Promise<string | null> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<null>((resolve) => lines.once("close", () => resolve(null)));
  const answered = lines.question(prompt).catch(() => null);
  try {
    return (await Promise.race([answered, ended]))?.trim() ?? null;
  } finally {
    lines.close();
  }
}
