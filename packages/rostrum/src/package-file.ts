/*
 * Files that are found by their address and not imported. This module stays where it is in the build
 * too, as `dist/package-file.js`: `src` and `dist` are both folders of the package, while any other
 * module may end up in a chunk that lies elsewhere. Addresses are put together as text: bundlers take
 * `new URL(…, import.meta.url)` for a wish to have every file that could be meant, and copy the weights.
 */
const HERE = import.meta.url as string | undefined;

/** A file of the package, named from the package's folder: `weights/m.safetensors`. */
export function packageFile(path: string): URL {
  return nextToThis(`../${path}`);
}

/** A module that is started and not imported, named without its extension: the sources are TypeScript. */
export function startableModule(path: string): URL {
  return nextToThis(`${path}.${HERE?.endsWith(".ts") ? "ts" : "js"}`);
}

function nextToThis(path: string): URL {
  // Some runtimes don't say where a bundle lies.
  const here = HERE ?? "";
  const address = `${here.replace(/[^/]*(?:\?.*)?$/, "")}${path}`;
  if (URL.canParse(address)) return new URL(address);
  throw new Error(
    `can't find ${path}: this code doesn't know its own address here. ` +
      "Bundle it as an ES module, which does, and serve the file there.",
  );
}
