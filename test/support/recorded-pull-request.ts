import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Tree } from "./github-tree.ts";

const FOLDER = fileURLToPath(new URL("./pull-request", import.meta.url));

/** A pull request of 600 changed lines, made for tests: a commit's files, which end in `.txt` so that no tool takes them for ours. */
export function readTree(commit: "base" | "head"): Record<string, string> {
  const folder = join(FOLDER, commit);
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(
    names
      .filter((name) => name.endsWith(".txt"))
      .map((name) => [
        name.replaceAll("\\", "/").slice(0, -".txt".length),
        readFileSync(join(folder, name), "utf8"),
      ]),
  );
}

/** A commit with one line of a file replaced. */
export function changeLine(tree: Tree, path: string, from: string, to: string): Tree {
  const text = String(tree[path]);
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  return { ...tree, [path]: text.replace(from, to) };
}
