/** The first heading of changes that no version has yet. */
export function unreleasedIn(changelog: string): string | undefined {
  return /^## Unreleased.*$/im.exec(changelog)?.[0];
}

/** The text under a version's heading. `null`: there is no such heading, or nothing under it. */
export function changesOf(changelog: string, version: string): string | null {
  const lines = changelog.split("\n");
  const isHeading = (line: string): boolean => line.startsWith("## ");
  const begin = lines.findIndex(
    (line) => isHeading(line) && line.slice(3).trim().split(/\s/)[0] === version,
  );
  if (begin < 0) return null;
  const length = lines.slice(begin + 1).findIndex(isHeading);
  const end = length < 0 ? lines.length : begin + 1 + length;
  const text = lines
    .slice(begin + 1, end)
    .join("\n")
    .trim();
  return text === "" ? null : text;
}
