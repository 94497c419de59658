import { isDiff, readDiff } from "@rostrum/core/record";
import {
  createChangedFile,
  LINK,
  readSections,
  SUBMODULE,
  type ChangedFile,
} from "./list-changes.ts";
import {
  createMaterialBuilder,
  type FileText,
  type RepositoryMaterial,
} from "./material-builder.ts";
import type { Repository } from "./open-repository.ts";
import { unquoteFromGit } from "./path-names.ts";
import { clipMessages } from "./read-messages.ts";
import { writeDiff } from "./write-diff.ts";

/**
 * Reads a diff that was piped in as the same material as a change from git: a document per file, without files that
 * may hold secrets. Null if the text isn't a diff.
 */
export async function readPipedDiff(
  text: string,
  repository: Repository | null,
  isSkipped: (path: string) => boolean,
): Promise<Pick<RepositoryMaterial, "message" | "documents" | "skipped" | "unreviewed"> | null> {
  const { preambles, sections } = splitDiff(text);
  // A guide may show a diff in a fence.
  if (sections.length === 0 || preambles.some((preamble) => FENCE.test(preamble))) return null;
  // `git log -p` has a section per commit for each file.
  const files = new Map<string, { file: ChangedFile; texts: FileText[] }>();
  for (const { file, text: fileText } of sections.map(readSection)) {
    const key = JSON.stringify([file.oldPath, file.name]);
    const entry = files.get(key) ?? { file, texts: [] };
    files.set(key, { file: entry.file, texts: [...entry.texts, fileText] });
  }
  const entries = [...files.values()];
  const builder = await createMaterialBuilder(
    repository,
    entries.map(({ file }) => file),
    { isSkipped },
  );
  for (const { file, texts } of entries) {
    if (!builder.reviewable.includes(file)) continue;
    for (const fileText of texts) builder.add(file, fileText);
  }
  const isCommit = (preamble: string): boolean => COMMIT.test(preamble);
  const otherText = preambles.filter((preamble) => !isCommit(preamble)).join("\n\n");
  const material = builder.finish();
  const documents = [
    ...(otherText === "" ? [] : [{ document: "stdin", text: otherText }]),
    ...material.documents,
  ];
  return { ...material, message: clipMessages(preambles.filter(isCommit)), documents };
}

const FENCE = /^(?:```|~~~)/m;
/** Head of a file's section as git and diff write it. No line inside a hunk begins like this. */
const SECTION = /^(?:diff -|Index: |Only in \S+: )/;
/** A section without hunks, such as a binary file's, is a change too. */
const GIT_SECTION = /^diff --(?:git|cc|combined) /m;
/** Begins what `git log` and `git format-patch` write before the sections of a commit. */
const COMMIT = /^(?:commit|From) [0-9a-f]{7,64}\b/;

/**
 * Splits a diff into sections of one file each. A line that can't be told stays in the section before it, so that no
 * line of a file with secrets gets into anything else.
 */
function splitDiff(text: string): { preambles: string[]; sections: string[][] } {
  if (!isDiff(text) && !GIT_SECTION.test(text)) return { preambles: [], sections: [] };
  const lines = text.replace(/\r(?!\n)/g, " ").split("\n");
  const rows = readDiff(lines.join("\n"));
  const preambles: string[][] = [[]];
  const sections: string[][] = [];
  let current = preambles[0] ?? [];
  let hasHunk = false;
  lines.forEach((line, index) => {
    // Without a head of git, the two names begin a section; inside a hunk, they may be a removed and an added line.
    const isNamed =
      rows?.[index] === null &&
      /^--- ./.test(line) &&
      /^\+\+\+ ./.test(lines[index + 1] ?? "") &&
      lines[index + 2]?.startsWith("@@ ") === true &&
      (hasHunk || !sections.includes(current));
    if (SECTION.test(line) || isNamed) {
      // The head that "Index:" began goes on with "diff".
      const continuesHead =
        sections.includes(current) && current[0]?.startsWith("Index: ") === true;
      if (!(continuesHead && !hasHunk)) sections.push((current = []));
      hasHunk = false;
    } else if (COMMIT.test(line)) {
      preambles.push((current = []));
      hasHunk = false;
    }
    hasHunk ||= line.startsWith("@@");
    current.push(line);
  });
  return {
    preambles: preambles.map((each) => each.join("\n").trim()).filter((each) => each !== ""),
    sections,
  };
}

/** The file of a section, as git would list it, and its change. */
function readSection(lines: readonly string[]): { file: ChangedFile; text: FileText } {
  const start = lines.findIndex((line) => line.startsWith("@@"));
  const heads = lines.slice(0, start < 0 ? lines.length : start).map((line) => line.trimEnd());
  const { path, oldPath, isRenamed } = readNames(heads);
  const isOfMode = (mode: string): boolean =>
    heads.some((line) => / mode \d+$|^index \S+ \d+$/.test(line) && line.endsWith(` ${mode}`));
  const has = (words: string): boolean => heads.some((line) => line.startsWith(words));
  const file = createChangedFile(
    path,
    oldPath,
    isOfMode(SUBMODULE)
      ? "submodule"
      : isOfMode(LINK)
        ? "link"
        : has("new file mode") || has("--- /dev/null")
          ? "added"
          : has("deleted file mode") || has("+++ /dev/null")
            ? "deleted"
            : isRenamed
              ? "renamed"
              : "changed",
  );
  if (COMBINED.test(heads[0] ?? ""))
    return {
      file,
      text: { problem: "it is a combined diff of a merge; name the commit instead of piping it" },
    };
  if (heads[0]?.startsWith("Only in "))
    return { file, text: { leftOutBecause: "without its text" } };
  const diff = readSections([lines.join("\n").replace(/\n*$/, "\n")]);
  return {
    file,
    text: diff.isBinary ? { leftOutBecause: "binary" } : { text: writeDiff(file, diff) },
  };
}

const COMBINED = /^diff --(?:cc|combined) /;

interface SectionNames {
  path: Buffer;
  /** Null if it is the same. */
  oldPath: Buffer | null;
  isRenamed: boolean;
}

function readNames(heads: readonly string[]): SectionNames {
  const find = (pattern: RegExp): string | undefined =>
    heads.map((line) => pattern.exec(line)?.[1]).find((name) => name !== undefined);
  const head = find(/^diff --git (.*)$/);
  const [from, to] = [find(/^(?:rename|copy) from (.+)$/), find(/^(?:rename|copy) to (.+)$/)];
  if (from !== undefined && to !== undefined)
    return { path: unquoteFromGit(to), oldPath: unquoteFromGit(from), isRenamed: true };
  const [headOld = "", headNew = ""] = head === undefined ? [] : splitHead(head);
  const combined = find(/^diff --(?:cc|combined) (.+)$/);
  const hunkOld = find(/^--- ([^\t]+)/);
  const hunkNew = find(/^\+\+\+ ([^\t]+)/);
  const other = find(/^(?:Index: |Only in )(.+)$/) ?? find(/^diff .* (\S+)$/) ?? "";
  const names = [hunkOld ?? headOld, hunkNew ?? headNew].filter(
    (name) => name !== "" && name !== "/dev/null",
  );
  const hasPrefix = PREFIXED.test(head ?? "") || combined !== undefined || head === undefined;
  const strip = (name: string): Buffer =>
    hasPrefix ? stripPrefix(unquoteFromGit(name)) : unquoteFromGit(name);
  const newName = names.at(-1);
  const path = newName === undefined ? unquoteFromGit(combined ?? other) : strip(newName);
  const oldPath = strip(names[0] ?? newName ?? "");
  const isSame = newName === undefined || oldPath.equals(path);
  return { path, oldPath: isSame ? null : oldPath, isRenamed: false };
}

/** Two different prefixes, such as `a/` and `b/`, or `c/` and `w/` with `diff.mnemonicPrefix`. */
const PREFIXED = /^"?([a-z12])\/.* "?(?!\1)[a-z12]\//;

function stripPrefix(path: Buffer): Buffer {
  return /^[abciow12]\//.test(path.toString("latin1")) ? path.subarray(2) : path;
}

/** The names in `diff --git`, which are the same except for their prefix if no other line has them. */
function splitHead(names: string): string[] {
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(names);
  if (quoted !== null) return [quoted[1] ?? "", quoted[2] ?? ""];
  const middle = (names.length - 1) / 2;
  return [names.slice(0, middle), names.slice(middle + 1)];
}
