import { posix } from "node:path";

/** A file with another mode than 100644: a program, a link with its target, a submodule with its commit. */
interface SpecialFile {
  mode: string;
  content: string | Uint8Array;
}

/** The files of a commit, by path. */
export type Tree = Readonly<Record<string, string | Uint8Array | SpecialFile>>;

/** Follows a link to a file, as GitHub does. */
export function readRaw(tree: Tree, path: string): string | Uint8Array | null {
  const entry = tree[path];
  if (entry === undefined) return null;
  const { mode, content } = describeEntry(entry);
  if (mode !== "120000") return content;
  const target = posix.join(posix.dirname(path), String(content));
  return target in tree ? readRaw(tree, target) : JSON.stringify({ type: "symlink" });
}

function describeEntry(entry: Tree[string]): SpecialFile {
  const isPlain = typeof entry === "string" || entry instanceof Uint8Array;
  return isPlain ? { mode: "100644", content: entry } : entry;
}

/** The answer to a request for a tree with all folders below it. */
export function describeTree(
  files: Tree,
  sha: string,
  isUnlisted: (path: string) => boolean,
): object {
  const paths = Object.keys(files).sort();
  const folders = new Set(
    paths.flatMap((path) =>
      path.split("/").flatMap((_, index, parts) => parts.slice(0, index).join("/") || []),
    ),
  );
  const listed = paths.filter((path) => !isUnlisted(path));
  const tree = [
    ...[...folders].map((path) => ({ path, mode: "040000", type: "tree", sha })),
    ...listed.map((path) => {
      const { mode, content } = describeEntry(files[path] ?? "");
      return mode === "160000"
        ? { path, mode, type: "commit", sha: String(content) }
        : { path, mode, type: "blob", sha, size: Buffer.from(content).length };
    }),
  ];
  return { sha, tree, truncated: listed.length < paths.length };
}

/** Git shows a submodule as a line with its commit. */
export function showText(entry: Tree[string] | undefined): string {
  const { mode, content } = describeEntry(entry ?? "");
  return mode === "160000" ? `Subproject commit ${String(content)}\n` : String(content);
}
