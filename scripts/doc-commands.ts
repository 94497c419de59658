/*
 * Runs the commands of README.md and docs/ as a reader would copy them: in a folder with the files that the pages
 * mention, with the built program, a clean home, and models behind a server on loopback. Fails if a command
 * fails, or doesn't print what the page shows below it. doc-commands/not-run.ts lists what can't run here, and why.
 * `npm run commands`, or `npm run commands -- docs/start.md` for one page. `--list` shows what isn't run.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  extractCommands,
  firstMissingLine,
  printsComment,
  type DocCommand,
} from "./doc-commands/extract.ts";
import { EXIT_CODES, NOT_RUN } from "./doc-commands/not-run.ts";
import { createReaderFolder, type ReaderFolder } from "./doc-commands/reader-folder.ts";
import { startStandInModels } from "./doc-commands/stand-in-models.ts";
import { ROOT } from "./lib/root.ts";

/** All commands of a page take a few seconds; a machine that other work slows down takes longer. */
const TIMEOUT_MS = 300_000;
const PROGRAM = join(ROOT, "packages/rostrum/dist/bin.js");
const args = process.argv.slice(2);
const listing = args.includes("--list");
const named = args.filter((arg) => !arg.startsWith("--"));

if (!existsSync(PROGRAM)) {
  console.log("the commands run the built program: `npm run build` first");
  process.exit(1);
}

const pages = ["README.md", ...globSync("docs/*.md", { cwd: ROOT }).sort()].filter(
  (page) => named.length === 0 || named.includes(page.replaceAll("\\", "/")),
);
function reasonNotToRun({ text }: DocCommand): string | undefined {
  const missing = ["curl", "jq"].find((tool) => text.includes(`${tool} `) && !isInstalled(tool));
  if (missing !== undefined) return `needs ${missing}`;
  return NOT_RUN.find(({ command }) => command.test(text))?.reason;
}

function isInstalled(tool: string): boolean {
  return spawnSync(tool, ["--version"], { stdio: "ignore" }).status === 0;
}

const problems: string[] = [];
let ran = 0;
let compared = 0;
let skipped = 0;

/** The commands of a page run in one shell, so that variables last. */
async function runPage(page: string, folder: ReaderFolder): Promise<void> {
  const all = extractCommands(page, readFileSync(join(ROOT, page), "utf8"));
  const commands = all.filter((command) => reasonNotToRun(command) === undefined);
  skipped += all.length - commands.length;
  if (listing) {
    for (const command of all) {
      const reason = reasonNotToRun(command);
      if (reason !== undefined) console.log(`${page}:${command.line} ${reason}: ${command.text}`);
    }
  }
  if (commands.length === 0) return;
  const outputs = await folder.run(
    page,
    commands.map(({ text }) => text),
    TIMEOUT_MS,
  );
  for (const [index, command] of commands.entries()) {
    const { code, output } = outputs[index] ?? { code: -1, output: "was not reached" };
    const place = `${page}:${command.line}: ${command.text}`;
    ran += 1;
    const expectedCode = EXIT_CODES.find((each) => each.command.test(command.text))?.code ?? 0;
    if (code !== expectedCode) problems.push(`${place}\n  exit code ${code}\n${indent(output)}`);
    if (command.expectedComment !== undefined) {
      compared += 1;
      if (!printsComment(command.expectedComment, output)) {
        problems.push(
          `${place}\n  doesn't print: ${command.expectedComment}\n  but:\n${indent(output)}`,
        );
      }
    }
    if (command.expected.length === 0) continue;
    compared += 1;
    const missing = firstMissingLine(command.expected, output);
    if (missing !== null) {
      problems.push(`${place}\n  doesn't print: ${missing}\n  but:\n${indent(output)}`);
    }
  }
}

const indent = (text: string): string =>
  text
    .trimEnd()
    .split("\n")
    .slice(-25)
    .map((line) => `    ${line}`)
    .join("\n");

const scratch = mkdtempSync(join(tmpdir(), "rostrum-commands-"));
const models = await startStandInModels();
const began = performance.now();
try {
  const waiting = [...pages];
  const work = async (): Promise<void> => {
    for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
      const folder = createReaderFolder({ scratch, page, program: PROGRAM, modelsUrl: models.url });
      await runPage(page, folder);
    }
  };
  await Promise.all([work(), work()]);
} finally {
  await models.close();
  rmSync(scratch, { recursive: true, force: true });
}
for (const problem of problems) console.log(`${problem}\n`);
const seconds = ((performance.now() - began) / 1000).toFixed(0);
console.log(`${ran} commands run, ${compared} outputs compared, ${skipped} not run, ${seconds} s`);
if (ran === 0) console.log("no command was found");
process.exitCode = problems.length === 0 && ran > 0 ? 0 : 1;
