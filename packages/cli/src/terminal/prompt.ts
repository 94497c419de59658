import { createInterface } from "node:readline/promises";
import type { CliIo } from "../io.ts";

/** True if there is a terminal with a person to ask. */
export function isInteractive({ stdin, stderr }: CliIo): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Prompts on stderr, so that stdout stays clean. Null for Ctrl-C or the end of input. */
export async function askPerson(prompt: string, { stdin, stderr }: CliIo): Promise<string | null> {
  const lines = createInterface({ input: stdin, output: stderr });
  const inputEnd = new Promise<null>((resolve) => lines.once("close", () => resolve(null)));
  const reply = lines.question(prompt).catch(() => null);
  try {
    return (await Promise.race([reply, inputEnd]))?.trim() ?? null;
  } finally {
    lines.close();
  }
}
