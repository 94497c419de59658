/* The public API of the package, entry by entry, from its declarations. */
import ts from "typescript";
import { declaredApi, type Api } from "./declared-api.ts";
import { writeDeclarations } from "./declarations.ts";

export interface PackageApi {
  /** By the name that users import. */
  apis: Map<string, Api>;
  checker: ts.TypeChecker;
}

/** Writes the declarations into a folder and reads them. */
export async function packageApi(folder: string): Promise<PackageApi> {
  const files = await writeDeclarations(folder);
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
