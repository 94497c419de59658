import { nodeModule } from "../../node-builtins.ts";
import { PROGRAM_CHECK } from "../node-features.ts";

/**
 * Removes a folder that a program could write to, whatever it left there: folders that nobody may look into, and paths
 * longer than the system takes. Every folder in it is moved to the top before it is emptied, so that paths stay short.
 */
export async function removeFolder(folder: string): Promise<void> {
  const { chmod, mkdtemp, readdir, rename, rmdir, unlink } = nodeModule(
    "node:fs/promises",
    PROGRAM_CHECK,
  );
  const top = await mkdtemp(`${folder}-`);
  const pending: string[] = [];
  let count = 0;
  const moveToTop = async (path: string | Buffer): Promise<void> => {
    const newPath = `${top}/${++count}`;
    // Moving a folder requires permission to write to it.
    await chmod(path, 0o700);
    await rename(path, newPath);
    pending.push(newPath);
  };
  await moveToTop(folder);
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const start = Buffer.from(`${path}/`);
    const entries = await readdir(path, { withFileTypes: true, encoding: "buffer" });
    await Promise.all(
      entries.map((entry) => {
        const inside = Buffer.concat([start, entry.name]);
        return entry.isDirectory() ? moveToTop(inside) : unlink(inside);
      }),
    );
    await rmdir(path);
  }
  await rmdir(top);
}
