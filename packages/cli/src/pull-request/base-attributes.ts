import { execFile } from "node:child_process";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, sep } from "node:path";
import { promisify } from "node:util";
import { hasGit, openRepository, type Repository } from "@rostrum/runtime/repository";

const NAME = ".gitattributes";

/**
 * Lets git read the `.gitattributes` that apply to some paths. Only those of the base commit count: a pull request must
 * not exempt its own files from its review.
 */
export async function withBaseAttributes<T>(
  paths: readonly string[],
  base: {
    /** Its files, by path. */
    tree: ReadonlyMap<string, unknown>;
    readFile: (path: string) => Promise<Uint8Array | null>;
  },
  /** Gets a repository that has nothing else; null if no file applies, or git can't read them. */
  use: (repository: Repository | null) => Promise<T>,
): Promise<T> {
  const names = new Set(paths.flatMap(listNames).filter((name) => base.tree.has(name)));
  if (names.size === 0 || !(await hasGit())) return use(null);
  const folder = await mkdtemp(join(tmpdir(), "rostrum-attributes-"));
  try {
    for (const name of names) {
      const file = join(folder, name);
      const bytes = await base.readFile(name);
      if (bytes === null || !file.startsWith(`${folder}${sep}`)) continue;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
    // In a hook, these name the repository that it belongs to.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([variable]) => !variable.startsWith("GIT_")),
    );
    await promisify(execFile)("git", ["init", "--quiet", "--template=", folder], { env });
    const repository = await openRepository(folder);
    // GIT_WORK_TREE may name another one.
    const isOwn = repository?.root === (await realpath(folder));
    return await use(isOwn ? repository : null);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Names of the files that may say something about a path: one in each folder on its way. */
function listNames(path: string): string[] {
  const folders = path.split("/").slice(0, -1);
  return [NAME, ...folders.map((_, index) => [...folders.slice(0, index + 1), NAME].join("/"))];
}
