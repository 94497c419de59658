/*
 * Writes the declarations of the published package. The compiler emits those of all packages. Those that the entries
 * need are copied, with a folder for each package, and private names such as `@rostrum/runtime/api` become relative paths.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { ROOT, TSC } from "./root.ts";
import { runNode } from "./run.ts";

const PACKAGES = join(ROOT, "packages");
const PRIVATE = "@rostrum/";
/** `packages/runtime/src/api/debate.ts` is declared in `runtime/api/debate.d.ts`. */
const TYPES = "./dist/types/";

interface Manifest {
  exports: Record<string, string | { types: string }>;
}

const readManifest = (name: string): Manifest =>
  JSON.parse(readFileSync(join(PACKAGES, name, "package.json"), "utf8")) as Manifest;

/** Writes the declarations to a folder. Returns the file of each entry, by the name that users import. */
export async function writeDeclarations(folder: string): Promise<Map<string, string>> {
  const emitted = join(ROOT, ".cache/declarations");
  rmSync(emitted, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
  const project = join(PACKAGES, "tsconfig.build.json");
  // `npm run types` checks the types; exports have annotations, so declarations don't need that.
  const flags = ["--outDir", emitted, "--noCheck"];
  const { code, output } = await runNode([TSC, "-p", project, ...flags]);
  if (code !== 0) throw new Error(output);
  const entries = listEntries();
  const neededFiles = new Set(entries.values());
  for (const file of neededFiles) {
    const text = readFileSync(join(emitted, file.replace("/", "/src/")), "utf8");
    const copy = join(folder, file);
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(
      copy,
      replaceImports(text, (name) => {
        const target = findDeclaration(name, file);
        if (target === null) return name;
        neededFiles.add(target);
        const path = relative(dirname(file), target).replaceAll("\\", "/");
        return (path.startsWith(".") ? path : `./${path}`).replace(/\.d\.ts$/, ".js");
      }),
    );
  }
  return new Map([...entries].map(([name, file]) => [name, join(folder, file)]));
}

function listEntries(): Map<string, string> {
  const entries = Object.entries(readManifest("rostrum").exports).flatMap(
    ([path, entry]): [string, string][] =>
      typeof entry === "string"
        ? []
        : [[path.replace(/^\./, "rostrum"), entry.types.replace(TYPES, "")]],
  );
  return new Map(entries);
}

/** Returns the declaration file of an import, or null if it is in another package. */
function findDeclaration(name: string, from: string): string | null {
  if (name.startsWith("."))
    return join(dirname(from), name)
      .replaceAll("\\", "/")
      .replace(/\.[jt]s$/, ".d.ts");
  if (!name.startsWith(PRIVATE)) return null;
  const [, packageName = "", ...path] = name.split("/");
  const source = readManifest(packageName).exports[[".", ...path].join("/")];
  if (typeof source !== "string") throw new Error(`${from} imports ${name}, which isn't exported`);
  return source.replace("./src/", `${packageName}/`).replace(/\.ts$/, ".d.ts");
}

function replaceImports(text: string, replacement: (name: string) => string): string {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  return importedFiles
    .toSorted((a, b) => b.pos - a.pos)
    .reduce((result, { fileName, pos }) => {
      // `pos` is the index of the quotation mark.
      const begin = pos + 1;
      return `${result.slice(0, begin)}${replacement(fileName)}${result.slice(begin + fileName.length)}`;
    }, text);
}
