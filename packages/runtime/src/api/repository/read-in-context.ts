import { estimateTokens } from "@rostrum/core/debate";
import type { ChangedFile, FileDiff } from "./list-changes.ts";
import { MAX_TOTAL_TOKENS, PART_TOKENS } from "./material-builder.ts";

/** More lines than any file has. */
export const WHOLE_FILE = 1_000_000;
/** Files up to this long are shown whole around a change. */
const MAX_WHOLE_LINES = 2000;
/** Lines around each change of a longer file. */
const CONTEXT_LINES = 30;

/** Reads changes, by name, with the whole file around each, or with some lines where that would be too much. */
export async function readInContext(
  files: readonly ChangedFile[],
  /** Reads changes with so many lines around each hunk. */
  read: (
    files: readonly ChangedFile[],
    context: number,
  ) => Map<string, FileDiff> | Promise<Map<string, FileDiff>>,
): Promise<Map<string, FileDiff>> {
  const whole = await read(files, WHOLE_FILE);
  const sizes = [...whole.values()].map(({ hunks }) => estimateTokens(hunks));
  const isOver = sizes.reduce((sum, tokens) => sum + tokens, 0) > MAX_TOTAL_TOKENS;
  const long = files.filter((file) => isOver || isTooLong(file, whole.get(file.name)));
  return new Map([...whole, ...(await read(long, CONTEXT_LINES))]);
}

/** True if a file is too long to be shown in full. Added and deleted files consist of their change. */
function isTooLong({ kind }: ChangedFile, diff: FileDiff | undefined): boolean {
  if (diff === undefined || kind === "added" || kind === "deleted") return false;
  const lines = diff.hunks.split("\n").filter((line) => /^[ +]/.test(line)).length;
  return lines > MAX_WHOLE_LINES || estimateTokens(diff.hunks) > PART_TOKENS;
}
