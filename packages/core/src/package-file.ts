/*
 * Files that are found by their address and not imported. This module stays where it is in the build
 * too, as `dist/package-file.js`, while any other module may end up in a chunk that lies elsewhere. Addresses are put
 * together as text: bundlers take `new URL(…, import.meta.url)` for a wish to have every file that could be meant, and
 * copy the weights.
 */
const HERE = import.meta.url as string | undefined;
const IS_SOURCE = HERE?.endsWith(".ts") ?? false;

/** A file of the published package, named from its folder: `package.json`, `dist/page/index.html`. */
export function packageFile(path: string): URL {
  return nextToThis(`${IS_SOURCE ? "../../rostrum" : ".."}/${path}`);
}

/** The program behind the command `rostrum`. */
export function commandFile(): URL {
  return packageFile(IS_SOURCE ? "src/bin.ts" : "dist/bin.js");
}

/** A module of core that is started and not imported, named without its extension: the sources are TypeScript. */
export function startableModule(path: string): URL {
  return nextToThis(`${path}.${IS_SOURCE ? "ts" : "js"}`);
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
