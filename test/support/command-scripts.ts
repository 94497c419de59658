import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Small programs that answer on standard output, in a folder of their own. */
export interface Scripts extends Disposable {
  folder: string;
  /** A command that runs a script: Node, its file, and arguments. */
  command(name: ScriptName, ...args: string[]): string[];
  /** The lines that scripts have written to a file of the folder. */
  lines(file: string): string[];
}

const READ = `let prompt = ""; for await (const piece of process.stdin) prompt += piece;`;
const NOTE = `import { appendFileSync } from "node:fs";
const note = (file, line) => appendFileSync(new URL(file, import.meta.url), line + "\\n");`;

const SCRIPTS = {
  /** Notes what it was given, and gives the answer of its first argument. */
  answers: `${NOTE}${READ}
    note("calls", JSON.stringify({ prompt, args: process.argv.slice(2), env: process.env }));
    console.log("Thinking about it.\\n\\nAnswer: " + process.argv[2]);`,
  /** Starts a child, and both never end; neither minds SIGTERM. */
  hangs: `${NOTE}
    import { spawn } from "node:child_process";
    process.on("SIGTERM", () => {});
    if (process.argv[2] !== "child") {
      spawn(process.execPath, [import.meta.filename, "child"], { stdio: "inherit" });
    }
    note("pids", String(process.pid));
    setInterval(() => {}, 1000);`,
  /** Prints megabytes to standard error before it answers. */
  floods: `${READ}
    const line = "x".repeat(1023) + "\\n";
    for (let i = 0; i < 8192; i++) if (!process.stderr.write(line)) await new Promise((go) => process.stderr.once("drain", go));
    console.log("Answer: " + process.argv[2]);`,
  /** Answers, and leaves a child behind that holds its output open. */
  forks: `${NOTE}${READ}
    import { spawn } from "node:child_process";
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
    child.unref();
    note("pids", String(child.pid));
    console.log("Answer: " + process.argv[2]);
    process.exit(0);`,
  /** Says why it can't, in colour. */
  fails: `console.error("\\u001b[31mnot logged in\\u001b[0m\\nrun login first"); process.exit(7);`,
  silent: `process.exit(0);`,
  /** Never stops printing. */
  endless: `const line = "word ".repeat(2000); const go = () => { while (process.stdout.write(line)); process.stdout.once("drain", go); }; go();`,
} as const;

export type ScriptName = keyof typeof SCRIPTS;

export function newScripts(): Scripts {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-commands-"));
  const file = (name: string): string => join(folder, name);
  for (const [name, source] of Object.entries(SCRIPTS)) writeFileSync(file(`${name}.mjs`), source);
  return {
    folder,
    command: (name, ...args) => [process.execPath, file(`${name}.mjs`), ...args],
    lines(name) {
      try {
        return readFileSync(file(name), "utf8").trimEnd().split("\n");
      } catch {
        return [];
      }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
}
