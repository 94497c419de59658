/**
 * Whether a path fits a pattern: `*` is anything within a name, `**` also goes over folders. A pattern without a slash is
 * about names in any folder, as in `.gitignore`.
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
