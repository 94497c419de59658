/**
 * Matches a path: `*` is anything within a name, `**` also crosses folders. As in `.gitignore`, a pattern without a
 * slash matches names in any folder.
 */
export function matchesPattern(path: string, pattern: string): boolean {
  const fullPattern = pattern.includes("/") ? pattern.replace(/^\//, "") : `**/${pattern}`;
  const source = fullPattern
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => WILDCARDS[part] ?? part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join("");
  return new RegExp(`^${source}$`, "su").test(path);
}

const WILDCARDS: Readonly<Record<string, string>> = {
  "**/": "(?:[^/]*/)*",
  "**": ".*",
  "*": "[^/]*",
  "?": "[^/]",
};
