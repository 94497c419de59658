/* The public API of the package, entry by entry, from its declarations. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { declaredApi, type Api } from "./declared-api.ts";
import { ROOT, TSC } from "./root.ts";
import { runNode } from "./run.ts";

const PACKAGE = join(ROOT, "packages/rostrum");

export interface PackageApi {
  /** By the name that users import. */
  apis: Map<string, Api>;
  checker: ts.TypeChecker;
}

/** Entries by the name that users import, with their declarations. */
function entriesIn(folder: string): Map<string, string> {
  const { exports } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as {
    exports: Record<string, string | { types: string }>;
  };
  const found = Object.entries(exports).flatMap(([path, entry]): [string, string][] =>
    typeof entry === "string"
      ? []
      : [[path.replace(/^\./, "rostrum"), entry.types.replace("./dist", folder)]],
  );
  return new Map(found);
}

/** Emits the declarations into a folder and reads them. */
export async function packageApi(folder: string): Promise<PackageApi> {
  rmSync(folder, { recursive: true, force: true });
  const project = join(PACKAGE, "tsconfig.build.json");
  const { code, output } = await runNode([TSC, "-p", project, "--outDir", folder]);
  if (code !== 0) throw new Error(output);
  const files = entriesIn(folder);
  const program = ts.createProgram([...files.values()], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    allowImportingTsExtensions: true,
    noEmit: true,
    types: [],
  });
  const checker = program.getTypeChecker();
  const apis = new Map(
    [...files].map(([name, file]) => [name, declaredApi(program.getSourceFile(file), checker)]),
  );
  return { apis, checker };
}
