import ts from "typescript";

/** One exported name of an entry. */
export interface ApiEntry {
  symbol: ts.Symbol;
  declarations: ts.Declaration[];
  /** The declaration without comments. */
  text: string;
}

/** By name, sorted. */
export type Api = Map<string, ApiEntry>;

const printer = ts.createPrinter({ removeComments: true });

/** Lists the exports of a declaration file. */
export function declaredApi(file: ts.SourceFile | undefined, checker: ts.TypeChecker): Api {
  const module = file && checker.getSymbolAtLocation(file);
  if (!module)
    throw new Error(`expected a module with exports, got ${file?.fileName ?? "no file"}`);
  const api: Api = new Map();
  for (const exported of checker.getExportsOfModule(module)) {
    const declared = describeSymbol(resolveAlias(exported, checker));
    const renamed = exported.name !== declared.symbol.name;
    const text = renamed ? `// exported as ${exported.name}\n${declared.text}` : declared.text;
    api.set(exported.name, { ...declared, text });
  }
  return new Map([...api].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function describeSymbol(symbol: ts.Symbol): ApiEntry {
  const declarations = symbol.declarations ?? [];
  return { symbol, declarations, text: declarations.map(printDeclaration).join("\n") };
}

function printDeclaration(declaration: ts.Declaration): string {
  // Print the whole statement of a variable, which has the `const`.
  const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
  return printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
}

/** Symbols that a declaration mentions and that are declared in a folder. */
export function listMentions(node: ts.Node, checker: ts.TypeChecker, folder: string): ts.Symbol[] {
  const symbols = new Set<ts.Symbol>();
  const visit = (child: ts.Node): void => {
    const name = findTypeName(child);
    const symbol = name && checker.getSymbolAtLocation(name);
    if (symbol) symbols.add(resolveAlias(symbol, checker));
    ts.forEachChild(child, visit);
  };
  visit(node);
  return [...symbols].filter(
    ({ flags, declarations = [] }) =>
      (flags & ts.SymbolFlags.TypeParameter) === 0 &&
      declarations.some((declaration) => declaration.getSourceFile().fileName.startsWith(folder)),
  );
}

/** True for a constant behind a type (`typeof NAMES`), whose name nobody needs to use the type. */
export function isValue({ flags }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.Value) !== 0 && (flags & ts.SymbolFlags.Type) === 0;
}

function findTypeName(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  if (ts.isTypeQueryNode(node)) return node.exprName;
  return ts.isImportTypeNode(node) ? node.qualifier : undefined;
}

function resolveAlias(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}
