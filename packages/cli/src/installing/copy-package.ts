import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/**
 * Copies an installed package and all of its dependencies into the `node_modules` of a folder, for any package
 * manager's layout. Returns the folder of the copy.
 */
export function copyPackage(source: string, target: string): string {
  /** Source folder of each copy, by the copy's path. */
  const copies = new Map<string, string>();
  const root = copyTo(
    realpathSync(source),
    join(target, "node_modules", readManifest(source).name),
  );
  const queue = [root];

  function copyTo(folder: string, to: string): string {
    copies.set(to, folder);
    mkdirSync(dirname(to), { recursive: true });
    // Nested packages are copied separately, from wherever they are installed.
    cpSync(folder, to, {
      recursive: true,
      dereference: true,
      filter: (file) => file === folder || basename(file) !== "node_modules",
    });
    return to;
  }

  for (let copy = queue.shift(); copy !== undefined; copy = queue.shift()) {
    const folder = copies.get(copy) ?? copy;
    for (const name of listDependencies(readManifest(folder))) {
      const dependency = findDependency(folder, name);
      // Optional dependencies may be missing.
      if (dependency === null) continue;
      const visible = findCopy(copies, copy, target, name);
      if (visible !== undefined && copies.get(visible) === dependency) continue;
      const above = visible === undefined ? target : copy;
      queue.push(copyTo(dependency, join(above, "node_modules", name)));
    }
  }
  return root;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

function listDependencies({
  dependencies,
  optionalDependencies,
  peerDependencies,
}: Manifest): string[] {
  return Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies });
}

/** Real folder of a dependency, resolved as Node does. */
function findDependency(folder: string, name: string): string | null {
  for (let above = folder; ; above = dirname(above)) {
    const candidate = join(above, "node_modules", name);
    if (existsSync(join(candidate, "package.json"))) return realpathSync(candidate);
    if (above === dirname(above)) return null;
  }
}

/** Copy that a copied package would resolve a name to. */
function findCopy(
  copies: ReadonlyMap<string, string>,
  from: string,
  target: string,
  name: string,
): string | undefined {
  for (let above = from; above !== dirname(target); above = dirname(above)) {
    const copy = join(above, "node_modules", name);
    if (copies.has(copy)) return copy;
  }
  return undefined;
}
