import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import { delimiter, dirname, isAbsolute, join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { commandFile, packageFile } from "@rostrum/runtime/package";
import { defaultJournalPath } from "@rostrum/runtime/journal";
import { replaceFile } from "../files.ts";
import { copyPackage } from "./copy-package.ts";

/*
 * Coding agents start rostrum through one small file in the user's folder, so their configs and plugins stay valid when
 * rostrum moves. The file doesn't use npx, which would start the rostrum of whatever folder the agent works in.
 */

export const LAUNCHER_NAME = "rostrum.mjs";

/** Path of the file that coding agents start. */
export function getLauncherPath(): string {
  return join(getHome(), LAUNCHER_NAME);
}

/** Command that starts rostrum from any shell of this machine: `rostrum` may not be on the PATH. */
export function getStartCommand(): string {
  const launcher = getLauncherPath();
  return existsSync(launcher)
    ? `node ${launcher}`
    : `${process.execPath} ${fileURLToPath(commandFile())}`;
}

/**
 * A Node that outlives the project. Any version will do: the launcher contains the path of the one that rostrum
 * needs.
 */
export function findLastingNode(): string {
  if (!isInNodeModules(process.execPath)) return process.execPath;
  const isWindows = process.platform === "win32";
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const installed = folders
    .map((folder) => join(folder, isWindows ? "node.exe" : "node"))
    .find((file) => !isInNodeModules(file) && existsSync(file));
  // Version managers such as fnm put a link into a folder that vanishes with the shell.
  return installed === undefined ? process.execPath : realpathSync(installed);
}

/** A launcher that is planned but not written. */
export interface PlannedLauncher {
  file: string;
  /** Path of the program that it starts. */
  script: string;
  /** True if the program is in a project's `node_modules`, and is copied to the user's folder first. */
  isCopied: boolean;
  /** True if the file exists and starts this program. */
  isCurrent: boolean;
  write(): Promise<void>;
}

/** Plans a launcher for the running rostrum. */
export function planLauncher(): PlannedLauncher {
  const file = getLauncherPath();
  const ownScript = fileURLToPath(commandFile());
  const folder = fileURLToPath(packageFile(""));
  const copy = join(getHome(), "program");
  const isCopied = isInProject(folder) && !ownScript.startsWith(copy + sep);
  const script = isCopied ? join(copy, "node_modules", readName(folder), "dist/bin.js") : ownScript;
  const text = writeLauncher(chooseNode(script), script, findClone(folder));
  return {
    file,
    script,
    isCopied,
    isCurrent: readText(file) === text && existsSync(script) && !isCopied,
    async write() {
      mkdirSync(getHome(), { recursive: true, mode: 0o700 });
      if (isCopied) replaceCopy(folder, copy);
      await replaceFile(file, text);
    },
  };
}

const getHome = (): string => dirname(defaultJournalPath());

function readText(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function readName(folder: string): string {
  const manifest = readFileSync(join(folder, "package.json"), "utf8");
  return (JSON.parse(manifest) as { name: string }).name;
}

/** Folder of the clone that rostrum runs from. Null if it is installed. */
function findClone(folder: string): string | null {
  return isInNodeModules(folder) ? null : join(folder, "..", "..");
}

/** Creates the new copy first, so that a failure leaves the old one. */
function replaceCopy(folder: string, copy: string): void {
  const draft = `${copy}.new`;
  rmSync(draft, { recursive: true, force: true });
  copyPackage(folder, draft);
  rmSync(copy, { recursive: true, force: true });
  renameSync(draft, copy);
}

/** True in the `node_modules` of a package or of npx's cache. Above a global install, there is no package.json. */
function isInProject(folder: string): boolean {
  if (!isInNodeModules(folder)) return false;
  const [project = ""] = folder.split(`${sep}node_modules${sep}`);
  return existsSync(join(project, "package.json"));
}

function isInNodeModules(path: string): boolean {
  return path.includes(`${sep}node_modules${sep}`);
}

/** Oldest version that rostrum runs on, as `engines` in its package.json says. */
const OLDEST_NODE = [22, 16] as const;

/**
 * Node to start a script with: the running one, which is known to run it. If that one is in the `node_modules` of a
 * project that doesn't contain the script, a capable one that outlives the project.
 */
function chooseNode(script: string): string {
  const [project = ""] = process.execPath.split(`${sep}node_modules${sep}`);
  if (script.startsWith(project + sep)) return process.execPath;
  const lasting = findLastingNode();
  if (lasting === process.execPath) return lasting;
  try {
    const version = execFileSync(lasting, ["-p", "process.versions.node"], { encoding: "utf8" });
    const [major = 0, minor = 0] = version.split(".").map(Number);
    const [needsMajor, needsMinor] = OLDEST_NODE;
    const isCapable = major > needsMajor || (major === needsMajor && minor >= needsMinor);
    return isCapable ? lasting : process.execPath;
  } catch {
    return process.execPath;
  }
}

/** Source of the launcher. It must run on any Node version. */
function writeLauncher(node: string, script: string, clone: string | null): string {
  const needed = [script, ...(clone === null ? [] : [join(clone, "node_modules")])];
  return `// Starts rostrum for coding agents and their plugins. "rostrum setup" writes this file; run it again after rostrum has moved.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";

const [recordedNode, clone, script, ...needed] = ${JSON.stringify([node, clone, ...needed])};
const [major, minor] = process.versions.node.split(".").map(Number);
const isCapable = major > ${OLDEST_NODE[0]} || (major === ${OLDEST_NODE[0]} && minor >= ${OLDEST_NODE[1]});
const node = existsSync(recordedNode) || !isCapable ? recordedNode : process.execPath;
for (const file of [node, script, ...needed]) {
  if (existsSync(file)) continue;
  const advice = existsSync(clone ?? "") ? \`Run "npm ci && npm run build" in \${clone}\` : 'Install rostrum again, and run "rostrum setup"';
  console.error(\`rostrum can't be started: there is no \${file} any more. \${advice}.\`);
  process.exit(1);
}
const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
`;
}
