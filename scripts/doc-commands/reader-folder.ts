import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import recorded from "./recorded-review.json" with { type: "json" };

export interface Output {
  code: number;
  output: string;
}

export interface ReaderFolder {
  /** Runs commands one after the other in one shell. */
  run(page: string, commands: readonly string[], timeoutMs: number): Promise<Output[]>;
}

export interface FolderOptions {
  scratch: string;
  page: string;
  /** The built command line. */
  program: string;
  modelsUrl: string;
}

/** A git repository with the files that the pages name, a home of its own, and `rostrum` and `npx` on the PATH. */
export function createReaderFolder({
  scratch,
  page,
  program,
  modelsUrl,
}: FolderOptions): ReaderFolder {
  const name = page.replaceAll(/\W/g, "-");
  const home = join(scratch, name, "home");
  const folder = join(scratch, name, "project");
  const bin = join(scratch, name, "bin");
  const outputs = join(scratch, name, "outputs");
  for (const directory of [home, folder, bin, outputs]) mkdirSync(directory, { recursive: true });
  const env = {
    HOME: home,
    PATH: [bin, dirname(process.execPath), process.env["PATH"]].join(":"),
    LANG: "C.UTF-8",
    // Every command starts the same program.
    NODE_COMPILE_CACHE: join(scratch, "compiled"),
    OPENAI_API_KEY: "stand-in",
    OPENAI_BASE_URL: modelsUrl,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
  };
  writePrograms(bin, program);
  writeProject(folder, modelsUrl);
  return {
    run: async (_, commands, timeoutMs) => {
      const setup = spawnSync("bash", ["-e", "-c", SETUP], { cwd: folder, env, encoding: "utf8" });
      if (setup.status !== 0) throw new Error(`${page}: ${setup.stdout}${setup.stderr}`);
      const port = `http://127.0.0.1:$(cat ${join(outputs, "port")})`;
      const script = commands.flatMap((command, index) => [
        `{ ${prepare(command, modelsUrl).replaceAll("http://127.0.0.1:4717", port)}`,
        `} > '${join(outputs, `${index}.txt`)}' 2>&1 < /dev/null; echo $? > '${join(outputs, `${index}.code`)}'`,
      ]);
      const needsServer = commands.some((command) => /\$URL|127\.0\.0\.1:4717/.test(command));
      const before = needsServer ? startServer(outputs) : [];
      const after = needsServer ? ["kill $SERVER; wait $SERVER"] : [];
      await runBash([...before, ...script, ...after].join("\n"), { cwd: folder, env, timeoutMs });
      return commands.map((_command, index) => readOutput(outputs, index));
    },
  };
}

const SETUP = `git init -q -b main . && git add -A && git commit -q -m "start"
echo 'export const total = (items) => items;' > src/cart.ts && git commit -q -am "fix: take items"
git checkout -q -b change
echo 'export const total = (items) => items.length;' > src/cart.ts && git commit -q -am "fix: count them"
echo 'export const total = (items) => items.length + 1;' > src/cart.ts
rostrum trust > /dev/null 2>&1`;

/**
 * Documentation names no models, so every id becomes one of the stand-in's; paths of a server become those of the
 * folder; a question of `install` is confirmed; and `init` needs a folder without a config.
 */
function prepare(command: string, modelsUrl: string): string {
  const withModels = command
    .replaceAll(/(?:openai|anthropic|google|ollama)\/<model>/g, () => `compat:tiny@${modelsUrl}`)
    .replaceAll("/var/lib/rostrum/", "~/.rostrum/")
    .replaceAll("/backups/", "./")
    .replace(/^rostrum install .*$/, "$& --yes");
  return /^(?:npx )?rostrum init/.test(command)
    ? `mkdir -p ../new && (cd ../new && ${withModels})`
    : withModels;
}

function startServer(outputs: string): string[] {
  const address = join(outputs, "address");
  return [
    // Commands that back up and restore use the journal of the home folder.
    `rostrum-program --panel embedded 'What is 1+1?' > '${join(outputs, "first.log")}' 2>&1`,
    `rostrum-program serve --port 0 --journal server.db > '${address}' 2> '${join(outputs, "server.log")}' &`,
    "SERVER=$!",
    `for _ in $(seq 200); do grep -q http '${address}' && break; sleep 0.05; done`,
    `grep -o '[0-9]*$' '${address}' | head -n 1 > '${join(outputs, "port")}'`,
    `URL=http://127.0.0.1:$(cat '${join(outputs, "port")}') ID=first TOKEN=none`,
    `curl -s $URL/debates --json '{"id": "first", "question": "What is 1+1?", "panel": "embedded"}' > /dev/null`,
  ];
}

function readOutput(outputs: string, index: number): Output {
  try {
    return {
      code: Number(readFileSync(join(outputs, `${index}.code`), "utf8")),
      output: readFileSync(join(outputs, `${index}.txt`), "utf8"),
    };
  } catch {
    return { code: -1, output: "was not reached in time" };
  }
}

interface BashOptions {
  cwd: string;
  env: Record<string, string>;
  timeoutMs: number;
}

/** Runs a script in a process group of its own, which ends with it. */
function runBash(script: string, { cwd, env, timeoutMs }: BashOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", script], { cwd, env, stdio: "ignore", detached: true });
    const end = (): void => {
      try {
        process.kill(-(child.pid ?? 0), "SIGKILL");
      } catch {
        // The process group has already ended.
      }
    };
    const timer = setTimeout(end, timeoutMs);
    child.on("error", reject);
    child.on("close", () => {
      clearTimeout(timer);
      end();
      resolve();
    });
  });
}

/**
 * `rostrum serve` doesn't end by itself: it is started on a free port, given the time to say its address, and asked to
 * end.
 */
function writePrograms(bin: string, program: string): void {
  const run = `exec '${process.execPath}' '${program}' "$@"`;
  const files: Record<string, string> = {
    "rostrum-program": run,
    rostrum: `case "$*" in
*--new-token*) ;;
serve*)
  address=$(mktemp)
  set -- "$@" --port 0
  '${process.execPath}' '${program}' "$@" > "$address" &
  server=$!
  for _ in $(seq 200); do grep -q http "$address" && break; sleep 0.05; done
  cat "$address"
  kill $server && wait $server
  exit $? ;;
esac
${run}`,
    npx: `shift; exec rostrum "$@"`,
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
}

/** The files that commands of the pages name. */
function writeProject(folder: string, modelsUrl: string): void {
  const member = (name: string): object => ({
    name,
    model: `compat:${name}@${modelsUrl}`,
    price: { input: 3, output: 15 },
  });
  const panel = { debaters: ["ada", "boole", "curie"].map(member), answer: "auto" };
  const config = {
    panels: { default: panel, quick: { ...panel, rounds: 0 }, fast: panel, jury: panel },
  };
  const questions = Array.from({ length: 120 }, (_, index) =>
    JSON.stringify({ question: `Question ${index}: how many?`, gold: "2" }),
  );
  const document = "9. The Customer may terminate for convenience with a notice of thirty days.\n";
  const files: Record<string, string> = {
    "rostrum.config.yaml": JSON.stringify(config, null, 2),
    "panels.yaml": JSON.stringify(config, null, 2),
    "questions.jsonl": `${questions.join("\n")}\n`,
    "city.json": JSON.stringify({
      type: "object",
      properties: { city: { type: "string" } },
      required: ["city"],
      additionalProperties: false,
    }),
    "src/cart.ts": "export const total = () => 0;\n",
    "src/orders/order.ts": "export const order = () => null;\n",
    "cart.ts": `${recorded.lines.join("\n")}\n`,
    "open.jsonl": `${["cats", "dogs"].map((what) => JSON.stringify({ question: `How many ${what}?`, answers: ["2", "two"] })).join("\n")}\n`,
    "contract.pdf": PDF,
    "plan.md": "1. Stop the old queue.\n2. Start the new one.\n",
    "migration.sql": "ALTER TABLE orders ADD COLUMN note text;\n",
  };
  for (const name of ["contract.txt", "invoice.txt", "design.md", "incidents.md", "notes.md"]) {
    files[name] = document;
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** The smallest file that counts as a PDF of one page. */
const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj
trailer<</Root 1 0 R>>
`;
