import { unwatchFile, watchFile } from "node:fs";

const POLL_INTERVAL_MS = 500;

/**
 * Calls back when one of these files changes. Polls, because file system events get lost where a file is replaced,
 * mounted, or swapped by a symbolic link, as Kubernetes does.
 */
export function watchFiles(
  paths: readonly (string | null | undefined)[],
  onChange: () => void,
): Disposable {
  const watched = paths.filter((path) => path !== null && path !== undefined);
  for (const path of watched) {
    watchFile(path, { interval: POLL_INTERVAL_MS, persistent: false }, (now, before) => {
      // A file that is being replaced is missing for a moment.
      if (now.ino !== 0 && (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino)) onChange();
    });
  }
  return { [Symbol.dispose]: () => watched.forEach((path) => unwatchFile(path)) };
}
