import { execFileSync } from "node:child_process";
import type { GitFolder } from "./git-folder.ts";
import type { GitHubServer, ListedFile } from "./github-server.ts";
import type { Tree } from "./github-tree.ts";

/** What GitHub would say about a change, which it asks git for, too. */
type Comparison = Pick<GitHubServer, "base" | "head"> & { files: ListedFile[] };

/** Above this size of a file, GitHub gives no diff. */
const MAX_PATCH_BYTES = 1_000_000;
const STATUSES: Readonly<Record<string, string>> = { A: "added", D: "removed", R: "renamed" };

/** Two commits of a repository and the change between them, for the stand-in for GitHub. */
export function compareCommits(repository: GitFolder, base: string, head: string): Comparison {
  const git = (...args: string[]): Buffer =>
    execFileSync("git", args, { cwd: repository.folder, maxBuffer: 100_000_000 });
  const read = (commit: string): Tree =>
    Object.fromEntries(
      splitNul(git("ls-tree", "-r", "-z", commit)).map((row) => {
        const [, mode = "", type, sha = "", path = ""] =
          /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(row) ?? [];
        const content = type === "commit" ? sha : git("cat-file", "blob", sha);
        return [path, mode === "100644" ? content : { mode, content }];
      }),
    );
  const fields = splitNul(git("diff", "--raw", "-z", "-M", "--no-abbrev", base, head));
  const files: ListedFile[] = [];
  while (fields.length > 0) {
    const status = fields.shift()?.split(" ").at(-1)?.[0] ?? "";
    const previous = status === "R" ? fields.shift() : undefined;
    const filename = fields.shift() ?? "";
    const names = [...(previous === undefined ? [] : [previous]), filename];
    const diff = git("diff", "-M", base, head, "--", ...names).toString();
    const patch = diff.includes("\n@@ ") ? diff.slice(diff.indexOf("\n@@ ") + 1, -1) : undefined;
    const count = (sign: string): number =>
      patch?.split("\n").filter((line) => line.startsWith(sign)).length ?? 0;
    const [additions, deletions] = [count("+"), count("-")];
    files.push({
      filename,
      status: STATUSES[status] ?? "modified",
      ...{ additions, deletions, changes: additions + deletions },
      ...(patch === undefined || patch.length > MAX_PATCH_BYTES ? {} : { patch }),
      ...(previous === undefined ? {} : { previous_filename: previous }),
    });
  }
  return { base: read(base), head: read(head), files };
}

function splitNul(bytes: Buffer): string[] {
  return bytes.toString().split("\0").filter(Boolean);
}
