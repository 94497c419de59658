/*
 * Files that are located by URL instead of imported. The build keeps this module as `dist/package-file.js`, while other
 * modules may be merged into chunks elsewhere. URLs are built as text, because bundlers treat
 * `new URL(…, import.meta.url)` as a request to copy every file that it could name, including the weights.
 */
const MODULE_URL = import.meta.url as string | undefined;
const IS_SOURCE = MODULE_URL?.endsWith(".ts") ?? false;

/** URL of a file in the published package, relative to its root: `package.json`, `dist/page/index.html`. */
export function packageFile(path: string): URL {
  return nextToThis(`${IS_SOURCE ? "../../rostrum" : ".."}/${path}`);
}

/** URL of the script behind the `rostrum` command. */
export function commandFile(): URL {
  return packageFile(IS_SOURCE ? "src/bin.ts" : "dist/bin.js");
}

/**
 * URL of a core module that runs in its own process or thread. `path` has no extension: sources are
 * TypeScript.
 */
export function startableModule(path: string): URL {
  return nextToThis(`${path}.${IS_SOURCE ? "ts" : "js"}`);
}

function nextToThis(path: string): URL {
  // Some runtimes don't set `import.meta.url` in a bundle.
  const moduleUrl = MODULE_URL ?? "";
  const address = `${moduleUrl.replace(/[^/]*(?:\?.*)?$/, "")}${path}`;
  if (URL.canParse(address)) return new URL(address);
  throw new Error(
    `can't find ${path}: import.meta.url is not set. ` +
      "Bundle this code as an ES module, and serve the file next to the bundle.",
  );
}
