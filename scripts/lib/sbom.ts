/*
 * Bill of materials of the published package, as CycloneDX: the packages that npm installs with it, in the versions of
 * the lockfile, and the bundled ones, as the build lists them with their licenses.
 */

/** The parts of a lockfile that matter here. */
export interface Lockfile {
  packages: Record<string, LockedPackage>;
}

interface LockedPackage {
  version?: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface Part {
  name: string;
  version: string;
  license: string | undefined;
  bundled: boolean;
}

/** Resolves a package from a folder of the lockfile, as Node does. */
function resolvePackage(lock: Lockfile, from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.replace(/(?:^|\/)[^/]*$/, "")) {
    const place = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (place in lock.packages) return place;
    if (folder === "") return null;
  }
}

/** Lists everything that is installed with the package in a folder. */
export function findInstalled(lock: Lockfile, root: string): Part[] {
  const places = new Set([root]);
  for (const place of places) {
    const { dependencies, optionalDependencies } = lock.packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const dependencyPath = resolvePackage(lock, place, name);
      if (dependencyPath !== null) places.add(dependencyPath);
      else if (!optionalDependencies?.[name]) throw new Error(`the lockfile has no ${name}`);
    }
  }
  places.delete(root);
  return [...places].map((place) => {
    const { version = "", license } = lock.packages[place] ?? {};
    return { name: place.replace(/^.*node_modules\//, ""), version, license, bundled: false };
  });
}

/** The packages of a file of licenses that the build wrote. */
export function findBundled(licenses: string): Part[] {
  return licenses.split(/^-{80}$/m).flatMap((section) => {
    const [, name, version, license] = /^(\S+) (\d\S*) \((.+)\)$/m.exec(section.trim()) ?? [];
    return name && version ? [{ name, version, license, bundled: true }] : [];
  });
}

const addressOf = ({ name, version }: { name: string; version: string }): string =>
  `pkg:npm/${name.replace("@", "%40")}@${version}`;

function componentOf({ name, version, license, bundled }: Part): object {
  const address = addressOf({ name, version });
  return {
    type: "library",
    "bom-ref": `${address}${bundled ? "#bundled" : ""}`,
    name,
    version,
    purl: address,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    properties: [{ name: "rostrum:how", value: bundled ? "bundled" : "installed" }],
  };
}

export function describeParts(
  own: { name: string; version: string; license: string },
  parts: readonly Part[],
): object {
  const components = new Map(
    parts.map((part) => [`${part.bundled} ${addressOf(part)}`, componentOf(part)]),
  );
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { ...componentOf({ ...own, bundled: false }), properties: undefined } },
    components: [...components.values()],
  };
}
