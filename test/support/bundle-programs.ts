import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown, type Plugin } from "rolldown";
import { ROOT } from "../../scripts/lib/root.ts";
import { PROGRAMS, PROGRAMS_FOLDER } from "./programs.ts";

/** The package finds its page, its weights and its worker threads from the place of these modules. */
const placeOfSources: Plugin = {
  name: "place-of-sources",
  transform(code, id) {
    if (!/\/src\/(?:package-file|location)\.ts$/.test(id)) return;
    return code.replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href));
  },
};

/** Bundles the programs of the tests from the sources, once for all suites. It is gone with the run. */
export async function setup(): Promise<() => void> {
  if (process.env[PROGRAMS_FOLDER] !== undefined) return () => undefined;
  // Inside the package of the command, so that its dependencies are found.
  const cache = join(ROOT, "packages/cli/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "programs-"));
  // Some tests start them as another user.
  chmodSync(folder, 0o755);
  const bundle = await rolldown({
    input: { ...PROGRAMS },
    cwd: ROOT,
    platform: "node",
    external: /^(?!@rostrum\/)[^./]/,
    plugins: [placeOfSources],
  });
  await bundle.write({ dir: folder, format: "esm", chunkFileNames: "chunks/[name]-[hash].js" });
  process.env[PROGRAMS_FOLDER] = folder;
  // Hundreds of processes load the same code; the first to end well leaves it compiled for the others.
  process.env["NODE_COMPILE_CACHE"] ??= join(folder, "compiled");
  return () => rmSync(folder, { recursive: true, force: true });
}
