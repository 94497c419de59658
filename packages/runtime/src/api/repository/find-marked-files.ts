import { splitNul } from "./list-changes.ts";
import type { Repository } from "./open-repository.ts";

const MARKS = { "linguist-generated": "generated", "linguist-vendored": "vendored" } as const;

/** The paths that `.gitattributes` marks as generated or vendored, as code hosts understand it. */
export async function findMarkedFiles(
  { git }: Repository,
  paths: readonly string[],
): Promise<Map<string, string>> {
  if (paths.length === 0) return new Map();
  const output = await git(
    ["check-attr", "-z", "--stdin", ...Object.keys(MARKS)],
    `${paths.join("\0")}\0`,
  );
  const fields = splitNul(output).map((field) => field.toString("utf8"));
  const marked = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = "", attribute = "", value = ""] = fields.slice(at, at + 3);
    const mark = MARKS[attribute as keyof typeof MARKS];
    if (value === "set" || value === "true") marked.set(path, mark);
  }
  return marked;
}
