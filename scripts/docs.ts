/*
 * Documentation that compiles: every ```ts block of README.md and docs/ is type-checked against the
 * sources, every relative link must lead to a file and a heading, and figures must be those of the saved outputs in
 * docs/evidence (see lib/figures.ts). A block opened with "```ts continues" goes on from the block before it.
 */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findBrokenLinks } from "./lib/doc-links.ts";
import { evidenceProblems } from "./lib/evidence-pages.ts";
import { ROOT, TSC } from "./lib/root.ts";
import { runNode } from "./lib/run.ts";

const FOLDER = join(ROOT, ".cache/docs");
const BLOCK = /^```ts(?<continues> continues)?\n(?<code>[\s\S]*?)^```$/gm;

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "AGENTS.md",
  ...globSync("packages/{*,embedded/training}/README.md", { cwd: ROOT }),
  ...globSync("docs/**/*.md", { cwd: ROOT }),
];
const problems: string[] = evidenceProblems();
/** File name of a snippet to where it stands. */
const places = new Map<string, string>();

function snippetsOf(page: string, text: string): void {
  let code = "";
  for (const { groups, index } of text.matchAll(BLOCK)) {
    const line = text.slice(0, index).split("\n").length;
    code = groups?.["continues"] ? `${code}${groups["code"]}` : (groups?.["code"] ?? "");
    const file = `${page.replaceAll(/[/\\.]/g, "-")}-${line}.ts`;
    places.set(file, `${page}:${line}`);
    // An empty export makes a module of a block that imports nothing.
    writeFileSync(join(FOLDER, file), `${code}\nexport {};\n`);
  }
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
for (const page of pages) {
  const text = readFileSync(join(ROOT, page), "utf8");
  snippetsOf(page, text);
  problems.push(...findBrokenLinks(ROOT, page.replaceAll("\\", "/"), text));
}
writeFileSync(
  join(FOLDER, "tsconfig.json"),
  JSON.stringify({
    extends: "../../tsconfig.json",
    compilerOptions: { noUnusedLocals: false, noUnusedParameters: false },
    include: ["*.ts"],
  }),
);
const { code, output } = await runNode(
  [TSC, "-p", FOLDER, "--pretty", "false", "--checkers", "2"],
  { cwd: FOLDER },
);
if (code !== 0) {
  const named = output.replaceAll(/[\w-]+\.ts(?=\()/g, (file) => places.get(file) ?? file);
  problems.push(named.trim());
}
for (const problem of problems) console.log(problem);
console.log(`${pages.length} pages, ${places.size} snippets`);
process.exitCode = problems.length === 0 && places.size > 0 ? 0 : 1;
