import type { ChangedFile, FileDiff } from "./list-changes.ts";
import { formatPath } from "./path-names.ts";

/** A change of a file as a section of a unified diff, with names that can be shown. */
export function writeDiff(
  { name, oldPath, kind }: ChangedFile,
  { heads, hunks }: Pick<FileDiff, "heads" | "hunks">,
): string {
  const oldName = oldPath === null ? name : formatPath(Buffer.from(oldPath));
  const isNew = kind === "added" || kind === "untracked";
  return [
    `diff --git a/${oldName} b/${name}`,
    ...heads,
    ...(kind === "renamed" ? [`rename from ${oldName}`, `rename to ${name}`] : []),
    ...(hunks === ""
      ? []
      : [
          isNew ? "--- /dev/null" : `--- a/${oldName}`,
          kind === "deleted" ? "+++ /dev/null" : `+++ b/${name}`,
        ]),
    hunks,
  ].join("\n");
}

/** A file that git doesn't track, as the diff that would add it. */
export function writeNewFile(file: ChangedFile, text: string): string {
  return writeDiff(file, { heads: ["new file mode 100644"], hunks: writeHunk(text, "+") });
}

/** A text as a hunk whose lines are all new, or all unchanged. Empty for an empty text. */
export function writeHunk(text: string, sign: "+" | " "): string {
  const { lines, hasLastNewline } = splitLines(text);
  if (lines.length === 0) return "";
  return [
    `@@ ${sign === "+" ? "-0,0" : `-1,${lines.length}`} +1,${lines.length} @@`,
    ...lines.map((line) => `${sign}${line}`),
    ...(hasLastNewline ? [] : [NO_LAST_NEWLINE]),
    "",
  ].join("\n");
}

/** Follows a last line without a line break. */
export const NO_LAST_NEWLINE: string = String.raw`\ No newline at end of file`;

/** Lines as a diff has them. A carriage return alone ends a line for some readers, so it becomes a space. */
export function splitLines(text: string): { lines: string[]; hasLastNewline: boolean } {
  const lines = text.replace(/\r(?!\n)/g, " ").split("\n");
  const hasLastNewline = lines.at(-1) === "";
  if (hasLastNewline) lines.pop();
  return { lines, hasLastNewline };
}
