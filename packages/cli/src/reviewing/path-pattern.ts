/**
 * Matches a path as `.gitignore` does, without `!` and `[…]`: `*` is anything within a name, `**` also crosses folders. A
 * pattern without a slash before its end matches names in any folder. A folder that matches stands for all that is below
 * it, and a slash at the end allows nothing but folders.
 */
export function matchesPattern(path: string, pattern: string): boolean {
  const name = pattern.replace(/\/$/, "");
  const fullPattern = name.includes("/") ? name.replace(/^\//, "") : `**/${name}`;
  const source = fullPattern
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map((part) => WILDCARDS.get(part) ?? part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join("");
  const below = pattern.endsWith("/") ? "/.+" : "(?:/.+)?";
  return new RegExp(`^${source}${below}$`, "su").test(path);
}

const WILDCARDS: ReadonlyMap<string, string> = new Map([
  ["**/", "(?:[^/]*/)*"],
  ["**", ".*"],
  ["*", "[^/]*"],
  ["?", "[^/]"],
]);
