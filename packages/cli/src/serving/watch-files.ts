import { statSync } from "node:fs";

const POLL_INTERVAL_MS = 500;

/**
 * Calls back when one of these files changes, appears or is gone. Polls, because file system events get lost where a file is replaced,
 * mounted, or swapped by a symbolic link, as Kubernetes does. Changes count from this call on: whoever reads the files
 * afterwards misses none.
 */
export function watchFiles(
  paths: readonly (string | null | undefined)[],
  onChange: () => void,
): Disposable {
  const versions = new Map(
    paths.filter((path) => path != null).map((path) => [path, readVersion(path)]),
  );
  /** Files that were missing at the last poll. */
  const missing = new Set<string>();
  const timer = setInterval(() => {
    let isChanged = false;
    for (const [path, before] of versions) {
      const now = readVersion(path);
      // A file that is being replaced is missing for a moment, so it must be missing twice.
      const isMissing = now === null && before !== null;
      const isNew = isMissing && !missing.has(path);
      if (isMissing) missing.add(path);
      else missing.delete(path);
      if (now === before || isNew) continue;
      versions.set(path, now);
      isChanged = true;
    }
    if (isChanged) onChange();
  }, POLL_INTERVAL_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** Differs whenever the file was written or replaced. Null when there is none. */
function readVersion(path: string): string | null {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join();
  } catch {
    return null;
  }
}
