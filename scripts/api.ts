/*
 * Reports of the public API: etc/api has one for each entry, with every exported name and its declaration. `npm run api`
 * fails if a report and the code differ, if a declaration mentions a type that users can't import, or if a name has no
 * comment, because the API reference is made of comments. `npm run api -- --write` rewrites the reports.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describeSymbol, isValue, listMentions, type Api } from "./lib/declared-api.ts";
import { packageApi } from "./lib/package-api.ts";
import { ROOT } from "./lib/root.ts";

const REPORTS = join(ROOT, "etc/api");
const DECLARATIONS = join(ROOT, ".cache/api");
const WRITE = process.argv.includes("--write");

function writeReport(name: string, api: Api, constants: Iterable<ts.Symbol>): string {
  const exported = [...api.values()].map(({ text }) => text);
  const hidden = [...constants]
    .map((symbol) => `// not exported\n${describeSymbol(symbol).text}`)
    .sort();
  const note = "Written by `npm run api -- --write`; CI compares it with the code.";
  const code = ["```ts", ...exported, ...hidden, "```"].join("\n");
  return [`# The API of ${name}`, note, code, ""].join("\n\n");
}

/** Types in the declarations of an entry that users can't import from any entry, with the names that mention them. */
function findUnexportedTypes(api: Api): Map<ts.Symbol, Set<string>> {
  const names = [...apis.values()].flatMap((each) => [...each.values()]);
  const importableSymbols = new Set(names.map(({ symbol }) => symbol));
  const unknown = new Map<ts.Symbol, Set<string>>();
  for (const [name, { declarations }] of api) {
    for (const symbol of declarations.flatMap((node) =>
      listMentions(node, checker, DECLARATIONS),
    )) {
      if (importableSymbols.has(symbol)) continue;
      unknown.set(symbol, (unknown.get(symbol) ?? new Set()).add(name));
    }
  }
  return unknown;
}

const { apis, checker } = await packageApi(DECLARATIONS);
const problems: string[] = [];
const reports = new Map<string, string>();
for (const [name, api] of apis) {
  const unknown = findUnexportedTypes(api);
  const constants = [...unknown.keys()].filter(isValue);
  for (const [exported, { symbol }] of api) {
    // A namespace of types is described where it is exported.
    if (symbol.flags & ts.SymbolFlags.ValueModule) continue;
    if (ts.displayPartsToString(symbol.getDocumentationComment(checker)) !== "") continue;
    problems.push(`${name} exports ${exported} without a comment that says what it is`);
  }
  reports.set(`${name.replace("/", "-")}.api.md`, writeReport(name, api, constants));
  for (const [symbol, where] of unknown) {
    if (isValue(symbol)) continue;
    problems.push(`${name} doesn't export ${symbol.name}, a type in ${[...where].join(", ")}`);
  }
}

if (WRITE) {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  for (const [file, report] of reports) writeFileSync(join(REPORTS, file), report);
}
const remainingFiles = new Set(readdirSync(REPORTS));
for (const [file, report] of reports) {
  if (remainingFiles.delete(file) && readFileSync(join(REPORTS, file), "utf8") === report) continue;
  problems.push(
    `etc/api/${file} differs from the code: run npm run api -- --write, and check the diff`,
  );
}
for (const file of remainingFiles) problems.push(`etc/api/${file} belongs to no entry: remove it`);

console.log(problems.join("\n") || `${reports.size} entries, as written in etc/api`);
process.exitCode = problems.length > 0 ? 1 : 0;
