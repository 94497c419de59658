/*
 * Builds the documentation site into site/dist, for the path in SITE_BASE (default `/`): the pages
 * of docs/, the API reference, the examples with what runs them, the gallery, the playground, and llms.txt. Then
 * checks that every link inside it leads somewhere. Its tools have their own lockfile and are
 * installed first; if that fails, a message says so and nothing is built.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "../scripts/lib/root.ts";
import { runNode, runNpm } from "../scripts/lib/run.ts";
import { apiPages } from "./lib/api-pages.ts";
import { checkSite } from "./check.ts";
import { linkProblems } from "./lib/check-links.ts";
import { docsPages, forSite, REPOSITORY, type Page } from "./lib/content.ts";
import { commandsPage } from "./lib/commands-page.ts";
import { bundleExamples, examples, type Example } from "./lib/examples.ts";
import { llmsFullTxt, llmsTxt } from "./lib/llms.ts";
import { llmsProblems } from "./lib/check-llms.ts";
import { galleryPage, writeGallery } from "./lib/gallery.ts";
import { promptsPage } from "./lib/prompts-page.ts";
import { GROUPS } from "./sidebar.ts";

const SITE = join(ROOT, "site");
const CONTENT = join(SITE, ".content");
const PUBLIC = join(CONTENT, "public");
const OUT = join(SITE, "dist");
const BASE = process.env["SITE_BASE"] ?? "/";

/** Installs the tools, unless those of this lockfile are there. */
async function install(): Promise<boolean> {
  const lock = createHash("sha256")
    .update(readFileSync(join(SITE, "package-lock.json")))
    .digest("hex");
  const mark = join(SITE, "node_modules/.installed");
  if (existsSync(mark) && readFileSync(mark, "utf8") === lock) return true;
  const flags = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { code, output } = await runNpm(["ci", ...flags], { cwd: SITE });
  if (code === 0) writeFileSync(mark, lock);
  else console.log(`site skipped: its tools can't be installed here\n${output.trim()}`);
  return code === 0;
}

function write(path: string, text: string): void {
  const file = join(CONTENT, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function examplePage({ name, title, about, code, needs }: Example): Page {
  const run = needs === null ? `\`\`\`run\n${name}\n\`\`\`` : `It runs in Node only: ${needs}.`;
  const markdown = `# ${title}\n\n${about}\n\n${run}\n\n\`\`\`ts\n${code.trim()}\n\`\`\`\n`;
  return { file: `examples/${name}.ts`, path: `examples/${name}.md`, title, markdown };
}

function examplesIndex(all: readonly Example[]): Page {
  const lines = all.map(({ name, title, about, needs }) => {
    const [first = ""] = about.replace(/\s+/g, " ").split(/(?<=[.:]) /);
    const node = needs === null ? "" : ` It runs in Node only: ${needs}.`;
    return `- [${title}](/examples/${name}): ${first.replace(/:$/, ".")}${node}`;
  });
  const markdown = [
    "# Examples",
    "One topic per file. They need no key and check themselves. Most run in your browser: open one and press " +
      "“Run it here”. Each page shows the file as it is in the repository.",
    lines.join("\n"),
    "",
  ].join("\n\n");
  return { file: "examples", path: "examples/index.md", title: "Examples", markdown };
}

async function apiReference(): Promise<Page[]> {
  const pages = await apiPages();
  const lines = pages.map(({ entry, path, names }) => `- [\`${entry}\`](/${path}): ${names} names`);
  const index = `# API reference\n\nThe package has one entry per concern.\n\n${lines.join("\n")}\n`;
  return [
    { file: "", path: "api/index.md", title: "API reference", markdown: index },
    ...pages.map(({ entry, path, markdown }) => ({
      file: "",
      path: `${path}.md`,
      title: entry,
      markdown,
    })),
  ];
}

/** Pages that are made from the code, next to those of docs/. */
async function madePages(): Promise<Page[]> {
  const texts = promptsPage();
  const commands = await commandsPage();
  return [
    { file: "", path: "prompt-texts.md", title: "Texts of the prompts", markdown: texts },
    { file: "", path: "commands.md", title: "Commands", markdown: commands },
    { file: "", path: "gallery.md", title: "Gallery", markdown: galleryPage() },
  ];
}

/** A section of a page, with its heading. */
function findSection(text: string, title: string): string {
  const section = text.split(/^(?=## )/m).find((part) => part.startsWith(`## ${title}\n`));
  if (section === undefined) throw new Error(`README.md has no section "${title}"`);
  return section;
}

/** The first page says what the README says. */
function home(): string {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const [, about = ""] = /^# rostrum\n+([\s\S]*?)\n\n/.exec(readme) ?? [];
  const [firstSentence = ""] = about.replace(/\s+/g, " ").split(/(?<=\.) /);
  const actions = [
    ["brand", "Start", "/start"],
    ["alt", "Examples", "/examples/"],
    ["alt", "API", "/api/"],
  ].map(([theme, text, link]) => `    - { theme: ${theme}, text: ${text}, link: ${link} }`);
  const front = [
    "---",
    "layout: home",
    "hero:",
    "  name: rostrum",
    "  text: A panel of models, one answer",
    `  tagline: ${JSON.stringify(firstSentence)}`,
    "  actions:",
    ...actions,
    "---",
  ].join("\n");
  const sections = ["Install", "In your program"].map((title) => findSection(readme, title));
  return `${front}\n\n${forSite("README.md", sections.join("\n\n"))}`;
}

/** The button of an example. */
const RUN = /^```run\n.*\n```\n+/m;

const stem = ({ path }: Page): string => path.replace(/\.md$/, "");

/** Groups of pages; fails if a group names no page. Pages that are in none come last. */
function grouped(pages: readonly Page[]): { title: string; pages: Page[] }[] {
  const left = new Map(pages.map((page) => [stem(page), page]));
  const groups = GROUPS.map(({ title, pages: names }) => ({
    title,
    pages: names.map((name) => {
      const page = left.get(name);
      if (!page) throw new Error(`site/sidebar.ts names ${name}, and there is no such page`);
      left.delete(name);
      return page;
    }),
  }));
  const others = [...left].flatMap(([name, page]) => (name.includes("/") ? [] : page));
  if (others.length > 0) groups.push({ title: "More", pages: others });
  return groups;
}

const linkOf = (page: Page): string => `/${stem(page).replace(/(^|\/)index$/, "$1")}`;
const items = (pages: readonly Page[]): { text: string; link: string }[] =>
  pages.map((page) => ({ text: page.title, link: linkOf(page) }));

/** Writes what the site is built from, and returns all pages. */
async function prepare(): Promise<Page[]> {
  rmSync(CONTENT, { recursive: true, force: true });
  const playground = join(PUBLIC, "play");
  const [api, built] = await Promise.all([
    apiReference(),
    runNode([join(ROOT, "packages/playground/build.ts"), playground]),
    bundleExamples(join(PUBLIC, "examples-run")),
    writeGallery(join(PUBLIC, "recorded")),
  ]);
  if (built.code !== 0) throw new Error(built.output);
  const docs = [...docsPages(), ...(await madePages())];
  const all = examples();
  const shown = [examplesIndex(all), ...all.map(examplePage)];
  const groups = grouped([...docs, ...api]);
  for (const { path, markdown } of [...docs, ...api, ...shown]) write(path, markdown);
  write("index.md", home());
  cpSync(join(ROOT, "docs/images"), join(PUBLIC, "images"), { recursive: true });
  const decisions = docs.filter(({ path }) => path.startsWith("decisions/"));
  const sidebar = {
    "/examples/": [{ text: "Examples", items: items(shown) }],
    "/api/": [{ text: "API", items: items(api) }],
    "/decisions/": [{ text: "Decisions", items: items(decisions) }],
    "/": groups.map(({ title, pages }) => ({ text: title, items: items(pages) })),
  };
  write("site.json", JSON.stringify({ sidebar, repository: REPOSITORY }));
  // The same pages as Markdown, for language models.
  const texts = [...docs, ...shown];
  const plain = texts.map((page) => ({ ...page, markdown: page.markdown.replace(RUN, "") }));
  const inGroups = new Set(groups.flatMap(({ pages }) => pages));
  const others = [...docs, ...api].filter((page) => !inGroups.has(page));
  const further = [
    { title: "API and decisions", pages: others },
    { title: "Examples", pages: shown },
  ];
  write("public/llms.txt", llmsTxt([...groups, ...further]));
  write("public/llms-full.txt", llmsFullTxt(plain));
  for (const { path, markdown } of [...plain, ...api]) write(`public/${path}`, markdown);
  return [...docs, ...api, ...shown];
}

const began = performance.now();
const told = (what: string): void =>
  console.log(`${what} ${((performance.now() - began) / 1000).toFixed(1)} s`);
const [installed, prepared] = await Promise.all([install(), prepare()]);
told("prepared");
if (installed) {
  rmSync(OUT, { recursive: true, force: true });
  const tool = join(SITE, "node_modules/vitepress/bin/vitepress.js");
  const { code, output } = await runNode([tool, "build", SITE], { cwd: SITE });
  if (code !== 0) throw new Error(output);
  told("built");
  const problems = [...linkProblems(OUT, BASE), ...llmsProblems(OUT, prepared)];
  for (const problem of problems) console.log(problem);
  told(problems.length === 0 ? "links checked" : `${problems.length} links lead nowhere`);
  process.exitCode = problems.length === 0 ? 0 : 1;
  await checkSite(OUT, BASE);
  told("opened");
}
