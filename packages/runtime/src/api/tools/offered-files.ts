import { holdsSecrets } from "../holds-secrets.ts";

const MAX_FILE_BYTES = 1_000_000;

/**
 * True if tools may list and read a file, by its path from the root with slashes: no part of the path begins with a dot,
 * such as `.env` and `.git`, and the name isn't one of a file that typically holds secrets.
 */
export function isOfferedPath(path: string): boolean {
  return !path.split("/").some((part) => part.startsWith(".")) && !holdsSecrets(path);
}

/** Refuses a file that is too large to be read. */
export function checkFileSize(bytes: number): void {
  if (bytes > MAX_FILE_BYTES) throw new Error(`it is too large: ${bytes} bytes`);
}

export function decodeTextFile(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error("it is not a text file");
  }
}
