/**
 * Matches a path: `*` is anything within a name, `**` also crosses folders. As in `.gitignore`, a pattern without a
 * slash matches names in any folder.
 */
export function matchesPattern(path: string, pattern: string): boolean {
  const whole = pattern.includes("/") ? pattern.replace(/^\//, "") : `**/${pattern}`;
  const source = whole
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => SIGNS[part] ?? part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join("");
  return new RegExp(`^${source}$`, "su").test(path);
}

const SIGNS: Readonly<Record<string, string>> = {
  "**/": "(?:[^/]*/)*",
  "**": ".*",
  "*": "[^/]*",
  "?": "[^/]",
};
