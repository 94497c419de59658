/*
 * Files that are found by their address and not imported. This module stays where it is in the build
 * too, as `dist/package-file.js`: `src` and `dist` are both folders of the package, while any other
 * module may end up in a chunk that lies elsewhere.
 */
const HERE = import.meta.url;

/** A file of the package, named from the package's folder: `weights/m.safetensors`. */
export function packageFile(path: string): URL {
  return new URL(`../${path}`, HERE);
}

/** A module that is started and not imported, named without its extension: the sources are TypeScript. */
export function startableModule(path: string): URL {
  return new URL(`./${path}.${HERE.endsWith(".ts") ? "ts" : "js"}`, HERE);
}
