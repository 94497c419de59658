import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { apartFromCosts } from "../support/outcomes.ts";
import { program } from "../support/programs.ts";

/** What a child said before its end. */
export interface Life {
  /** Steps that the journal held when it started; `null` when it didn't come so far. */
  done: string[] | null;
  /** Steps that the journal promised to keep. */
  kept: string[];
  /** Results as JSON, by run id. */
  results: Map<string, string>;
  /** Names of errors, with what the run came to, by run id. */
  errors: Map<string, { name: string; partial: string }>;
  killed: boolean;
  code: number | null;
  stderr: string;
}

export interface Living {
  child: ChildProcess;
  life: Life;
  /** Resolves when the child has looked into the journal and is about to run. */
  started: Promise<void>;
  ended: Promise<Life>;
}

/** Starts a process that runs these debates. */
export function startLife(
  path: string,
  url: string,
  ids: readonly string[],
  /** The child's file, for those who start it outside Vitest. */
  file: string = program("crash-child"),
): Living {
  const child = spawn(process.execPath, [file, path, url, ...ids], {
    env: { ...process.env, NODE_OPTIONS: "" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  const life: Life = {
    done: null,
    kept: [],
    results: new Map(),
    errors: new Map(),
    killed: false,
    code: null,
    stderr: "",
  };
  const started = Promise.withResolvers<void>();
  child.stderr.on("data", (chunk: Buffer) => (life.stderr += chunk.toString()));
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    const at = line.indexOf(" ");
    const value = line.slice(at + 1);
    if (line.startsWith("done ")) {
      life.done = JSON.parse(value) as string[];
      started.resolve();
    } else if (line.startsWith("kept ")) life.kept.push(JSON.parse(value) as string);
    else if (line.startsWith("error ")) {
      const { id, name, partial } = JSON.parse(value) as {
        id: string;
        name: string;
        partial?: object;
      };
      life.errors.set(id, { name, partial: JSON.stringify(partial ?? { rounds: [] }) });
    } else life.results.set((JSON.parse(value) as { id: string }).id, value);
  });
  const ended = new Promise<Life>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      started.resolve();
      resolve(Object.assign(life, { code, killed: signal === "SIGKILL" }));
    });
  });
  return { child, life, started: started.promise, ended };
}

/** A result without what may differ from an uninterrupted run, byte for byte: calls that were cut off cost too. */
export function lastingBytes(json: string): string {
  const result = apartFromCosts(
    JSON.parse(json) as { durationMs: number; integrity: { reissued: number } },
  );
  return JSON.stringify({
    ...result,
    durationMs: 0,
    integrity: { ...result.integrity, reissued: 0 },
  });
}
