import { createInterface } from "node:readline/promises";

/** Whether there is a person to ask. */
export function isInteractive(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Asks on stderr, so that stdout stays clean. An end of input is an empty answer. */
export async function ask(prompt: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
  try {
    return (await Promise.race([lines.question(prompt), ended])).trim();
  } finally {
    lines.close();
  }
}
