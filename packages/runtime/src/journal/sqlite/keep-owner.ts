import { nodeModule } from "../../node-builtins.ts";

const PERMISSIONS = 0o777;

/**
 * Gives a new, open file the owner and the mode of the file at `path` that it will replace. Where there is none, root
 * gives it to the owner of the folder: otherwise a service under its own user couldn't read what an admin wrote for it.
 */
export function keepOwner(fd: number, path: string): void {
  const { fchmodSync, fchownSync, fstatSync, statSync } = nodeModule("node:fs", "keepOwner");
  const { dirname, resolve } = nodeModule("node:path", "keepOwner");
  const previous = statSync(path, { throwIfNoEntry: false });
  const { uid, gid } = previous ?? statSync(dirname(resolve(path)));
  const current = fstatSync(fd);
  // Through the descriptor: a name in somebody else's folder may have become a link to another file.
  if (process.getuid?.() === 0 && (uid !== current.uid || gid !== current.gid))
    fchownSync(fd, uid, gid);
  if (previous !== undefined) fchmodSync(fd, previous.mode & PERMISSIONS);
}
