import { fstatSync } from "node:fs";
import { describeMaterial, PIPED_DOCUMENT } from "@rostrum/core/export";
import { MAX_FILE_BYTES } from "@rostrum/runtime/api";
import { readBytes } from "../files.ts";
import type { InputStream } from "../io.ts";
import { UserError } from "../user-error.ts";

/** Messages to the user while a question is read. */
export interface QuestionNotes {
  say(line: string): void;
  warn(line: string): void;
  /** Somebody reads the messages while the command runs. */
  isAtTerminal: boolean;
}

/** Stands for standard input in flags. */
export const PIPE = "-";

/** Bytes up to this one are white space. */
const LAST_SPACE_BYTE = 0x20;

/** How long to wait for the first byte, unless a flag says to wait for all of it. */
const FIRST_BYTE_MS = 1000;

/**
 * Reads material that is piped in next to a question. Null when there is none. A silent pipe must not block the run:
 * CI systems and editors leave standard input open without writing to it.
 */
export async function readPipedMaterial(
  stdin: InputStream,
  mustWait: boolean,
  { say, warn, isAtTerminal }: QuestionNotes,
): Promise<Buffer | null> {
  if (stdin.isTTY === true) {
    if (!mustWait) return null;
    throw new UserError("--context -: standard input is a terminal.", [
      'Pipe something in: cat notes.md | rostrum --context - "question"',
    ]);
  }
  if (!mustWait && !(await waitForFirstByte(stdin))) {
    warn(
      "Nothing arrived on standard input within one second, so the question is asked without it. " +
        "To wait for it, add --context -.",
    );
    return null;
  }
  const bytes = await readBytes(stdin, "--context", "standard input", MAX_FILE_BYTES);
  if (bytes.some((byte) => byte > LAST_SPACE_BYTE)) {
    say(`context: ${describeMaterial(PIPED_DOCUMENT, bytes.length)}`);
    return bytes;
  }
  if (mustWait)
    throw new UserError('Nothing came in on standard input for "--context -".', [
      'Pipe something in: cat notes.md | rostrum --context - "question"',
    ]);
  if (!isConnected(stdin)) return null;
  // Somebody at a terminal who pipes something in expects it to be read. Scripts and agents may leave an empty pipe.
  if (isAtTerminal)
    throw new UserError("Nothing came in through the pipe, so nothing was asked.", [
      "The command before the pipe printed nothing: run it alone to see why.",
      "To ask without it, leave the pipe out.",
    ]);
  say("Standard input is empty, so the question is asked without it.");
  return null;
}

/**
 * True if standard input is a pipe or a file. Scripts and CI systems connect /dev/null where nothing is piped in, and
 * Node opens it where standard input is closed.
 */
function isConnected({ fd }: InputStream): boolean {
  try {
    return fd !== undefined && !fstatSync(fd).isCharacterDevice();
  } catch {
    return false;
  }
}

/**
 * True if something is piped in to a command that doesn't read it. Waits no longer for a silent pipe than
 * `readPipedMaterial`, and doesn't read to the end.
 */
export async function hasPipedData(
  stdin: InputStream,
  warn: QuestionNotes["warn"],
): Promise<boolean> {
  if (stdin.isTTY === true) return false;
  if (!(await waitForFirstByte(stdin))) {
    warn("Nothing arrived on standard input within one second, so it is not read.");
    return false;
  }
  try {
    for await (const chunk of stdin)
      if (Buffer.from(chunk as string | Uint8Array).some((byte) => byte > LAST_SPACE_BYTE))
        return true;
  } catch {
    // Standard input that can't be read, such as a folder, holds nothing to review.
  }
  return false;
}

/** Resolves to true if the first byte, the end or an error arrives in time. */
function waitForFirstByte(stdin: InputStream): Promise<boolean> {
  if (stdin.readableEnded || stdin.destroyed) return Promise.resolve(true);
  return new Promise((resolve) => {
    const signs = ["readable", "end", "error", "close"];
    const settle = (isStarted: boolean): void => {
      clearTimeout(timer);
      for (const sign of signs) stdin.off(sign, onSign);
      resolve(isStarted);
    };
    const onSign = (): void => settle(true);
    const timer = setTimeout(() => settle(false), FIRST_BYTE_MS);
    for (const sign of signs) stdin.on(sign, onSign);
  });
}
