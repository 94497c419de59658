/*
 * Checks the import rules between packages and folders (.dependency-cruiser.cjs). The tool passes silently if it can't
 * read TypeScript, so its result is compared with the import lines in the files.
 */
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import { ROOT } from "./lib/root.ts";

const IMPORT = /^(?:import|export)\b[^"';]*?\bfrom\s+"((?:\.{1,2}|@rostrum)(?:\/[^"]+)?)"/gm;

process.chdir(ROOT);
const SOURCES = globSync("packages/*/src");
const options = await extractDepcruiseOptions(join(ROOT, ".dependency-cruiser.cjs"));
const { output } = await cruise(SOURCES, options);
const { modules, summary } = output as ICruiseResult;

const dependenciesByFile = new Map(
  modules.map(({ source, dependencies }) => [source, dependencies]),
);
const files = SOURCES.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test(-d)?\.ts$/.test(name))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
);

let unread = 0;
let imports = 0;
for (const file of files) {
  const importPaths = new Set(
    [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, path]) => path ?? ""),
  );
  const cruisedPaths = new Set(dependenciesByFile.get(file)?.map(({ module }) => module));
  imports += importPaths.size;
  for (const path of importPaths) {
    if (cruisedPaths.has(path)) continue;
    unread += 1;
    console.log(`not read: ${file} → ${path}`);
  }
}
/** Folders of a package that import each other, so that neither is the lower layer. */
const pairs = new Set(
  modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => `${getFolder(source)} → ${getFolder(resolved)}`),
  ),
);
const bothWays = [...pairs].filter((pair) => {
  const [from = "", to = ""] = pair.split(" → ");
  return from < to && pairs.has(`${to} → ${from}`);
});
for (const pair of bothWays) console.log(`back and forth: ${pair}`);

/** `packages/runtime/src/api/run/run.ts` is in `packages/runtime/src/api`; a file directly in `src` is its own folder. */
function getFolder(file: string): string {
  return file.split("/").slice(0, 4).join("/");
}

const wrong = summary.violations.length + bothWays.length;
const cycles = summary.violations.filter(({ cycle }) => cycle !== undefined);
for (const violation of summary.violations) {
  if (violation.cycle) continue;
  console.log(`${violation.rule.name}: ${violation.from} → ${violation.to}`);
}
// One wrong import closes many cycles. The shortest ones show it best.
cycles.sort((a, b) => (a.cycle?.length ?? 0) - (b.cycle?.length ?? 0));
for (const { from, cycle = [] } of cycles.slice(0, 5)) {
  console.log(`no-cycle: ${[from, ...cycle.map(({ name }) => name)].join(" → ")}`);
}
console.log(`${files.length} files, ${imports} imports between them, ${wrong} against the arrows`);
process.exitCode = unread === 0 && wrong === 0 && imports > files.length ? 0 : 1;
