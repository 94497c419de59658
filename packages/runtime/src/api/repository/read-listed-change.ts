import {
  createChangedFile,
  LINK,
  SUBMODULE,
  type ChangedFile,
  type FileDiff,
} from "./list-changes.ts";
import {
  createMaterialBuilder,
  MAX_FILE_BYTES,
  TOO_MANY_BYTES,
  type FileText,
  type RepositoryMaterial,
} from "./material-builder.ts";
import type { Repository } from "./open-repository.ts";
import { readInContext, WHOLE_FILE } from "./read-in-context.ts";
import { widenHunks } from "./widen-hunks.ts";
import { writeDiff, writeHunk } from "./write-diff.ts";

/** A file of a change, as GitHub lists it. */
export interface ListedChange {
  path: string;
  /** The path before, if it was another one. */
  oldPath: string | null;
  kind: "added" | "deleted" | "renamed" | "changed";
  /** The file in either commit. Null if it isn't there, or not known. */
  before: ListedFile | null;
  after: ListedFile | null;
  /** Hunks with few lines around them. Null: GitHub shows none, for a file that is binary, too large or not changed. */
  patch: string | null;
  additions: number;
  deletions: number;
}

/** A file of a commit. */
export interface ListedFile {
  /** As git writes it. */
  mode: string;
  /** In bytes. */
  size: number;
}

/** A file of a change that was read for a review. */
export interface ReadFile {
  /** The name of its document. */
  name: string;
  path: string;
  /** The change as a diff, with the lines that GitHub shows. Empty if it shows none. */
  patch: string;
  /** The text after the change. Null: it wasn't read, or there is none. */
  text: string | null;
}

/** Reads a change that GitHub lists as the same material as a change from git. */
export async function readListedChange(
  changes: readonly ListedChange[],
  {
    attributes,
    isSkipped,
    readFile,
  }: {
    /** Its `.gitattributes` say which files are generated. Null if none do. */
    attributes: Repository | null;
    isSkipped: (path: string) => boolean;
    /** Reads a file after the change; null if it isn't there. GitHub follows links. */
    readFile: (path: string) => Promise<Uint8Array | null>;
  },
): Promise<
  Pick<RepositoryMaterial, "documents" | "skipped" | "unreviewed"> & { files: ReadFile[] }
> {
  const changesByFile = new Map(changes.map((change) => [describeFile(change), change]));
  const listed = [...changesByFile.keys()];
  const builder = await createMaterialBuilder(attributes, listed, { isSkipped, paths: null });
  const read = await Promise.all(
    builder.reviewable.map(async (file) => {
      const change = changesByFile.get(file) as ListedChange;
      return { file, change, source: await readSource(change, readFile) };
    }),
  );
  const sources = new Map(read.map(({ file, source }) => [file.name, source]));
  const diffs = await readInContext(builder.reviewable, (files, context) => {
    const shown = files.flatMap((file): [string, FileDiff][] => {
      const source = sources.get(file.name);
      return source && "hunks" in source ? [[file.name, showSource(source, file, context)]] : [];
    });
    return new Map(shown);
  });
  for (const { file, source } of read) {
    const diff = diffs.get(file.name);
    builder.add(file, diff === undefined ? (source as LeftOut) : { text: writeDiff(file, diff) });
  }
  const files = read.map(({ file, change, source }): ReadFile => {
    const hunks = formatPatch(change);
    return {
      name: file.name,
      path: change.path,
      patch: hunks === "" ? "" : writeDiff(file, { heads: [], hunks }),
      text: "text" in source ? (source.text ?? null) : null,
    };
  });
  return { ...builder.finish(), files };
}

function describeFile({ path, oldPath, kind, before, after }: ListedChange): ChangedFile {
  const modes = [before?.mode, after?.mode];
  const shownKind = modes.includes(SUBMODULE)
    ? "submodule"
    : (after ?? before)?.mode === LINK
      ? "link"
      : kind;
  return createChangedFile(
    Buffer.from(path),
    oldPath === null ? null : Buffer.from(oldPath),
    shownKind,
  );
}

type LeftOut = Exclude<FileText, { text: string }>;

/** What a document is written from. */
interface Source {
  heads: string[];
  /** Empty if no line changes. */
  hunks: string;
  /** The whole file after the change. Null if the hunks have all of it, or it can't be read. */
  text: string | null;
}

async function readSource(
  change: ListedChange,
  readFile: (path: string) => Promise<Uint8Array | null>,
): Promise<Source | (LeftOut & { text?: string | null })> {
  const { path, kind, before, after, patch, additions, deletions } = change;
  const size = (kind === "deleted" ? before : after)?.size;
  const heads = describeHeads(change);
  const readText = async (): Promise<string | null> => decode(await readFile(path));
  if (patch === null && additions + deletions === 0) {
    if (size === 0) return { heads, hunks: "", text: "" };
    // GitHub shows no lines of a binary file either.
    const mayBeSame = kind === "renamed" || (kind === "changed" && hasOtherMode(change));
    if (!mayBeSame || (size ?? 0) > MAX_FILE_BYTES) return BINARY;
    // It might be a link, and GitHub would follow it.
    if (after === null) return { heads, hunks: "", text: null };
    const text = await readText();
    return text === null ? BINARY : { heads, hunks: "", text };
  }
  if (kind !== "deleted" && (size ?? 0) > MAX_FILE_BYTES) return { problem: TOO_MANY_BYTES };
  const hunks = formatPatch(change);
  const count = (sign: string): number =>
    hunks.split("\n").filter((row) => row.startsWith(sign)).length;
  const isWhole = count("+") === additions && count("-") === deletions;
  if (kind === "added" && !isWhole && after !== null) {
    const text = await readText();
    if (text !== null) return { heads, hunks: writeHunk(text, "+"), text };
  }
  const isAllShown = kind === "deleted" || (kind === "added" && isWhole);
  const text = isAllShown ? null : await readText();
  if (isWhole) return { heads, hunks, text };
  return {
    problem:
      patch === null
        ? "it is too large: GitHub gives no diff for it"
        : "GitHub gives only a part of its diff",
    text,
  };
}

const BINARY: LeftOut = { leftOutBecause: "binary" };

function hasOtherMode({ before, after }: ListedChange): boolean {
  return before !== null && after !== null && before.mode !== after.mode;
}

function describeHeads(change: ListedChange): string[] {
  const { kind, before, after, patch } = change;
  if (kind === "added") return after === null ? [] : [`new file mode ${after.mode}`];
  if (kind === "deleted") return before === null ? [] : [`deleted file mode ${before.mode}`];
  return [
    ...(hasOtherMode(change) ? [`old mode ${before?.mode}`, `new mode ${after?.mode}`] : []),
    ...(kind === "renamed" && patch === null ? ["similarity index 100%"] : []),
  ];
}

/** Hunks that end with a line break. A carriage return alone ends a line for some readers. */
function formatPatch({ patch }: ListedChange): string {
  return patch === null ? "" : `${patch}\n`.replace(/\r(?!\n)/g, " ");
}

/** Text in an older encoding is read too, as from git. Null for a binary file. */
function decode(bytes: Uint8Array | null): string | null {
  if (bytes === null || bytes.includes(0)) return null;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function showSource(
  { heads, hunks, text }: Source,
  { kind }: ChangedFile,
  context: number,
): FileDiff {
  const show = (shown: string): FileDiff => ({ heads, hunks: shown, isBinary: false });
  if (hunks === "") return show(context === WHOLE_FILE ? writeHunk(text ?? "", " ") : "");
  const isWhole = text === null || kind === "added";
  // GitHub follows links, so the text may be another file's, which must not be sent: then the hunks don't fit.
  return show((isWhole ? null : widenHunks(hunks, text, context)) ?? hunks);
}
