import { ConfigError } from "../../errors.ts";
import type { ToolPort } from "../../protocol/tool.ts";
import { nodeModule } from "../../runtime.ts";
import { readMessage } from "../../thrown.ts";

const NEEDED_BY = "tools.files";
const MOST_FILES = 500;
const MOST_BYTES = 1_000_000;
const DEEPEST = 8;

/** A folder that can be listed and read, and nothing outside it: no link and no path leads out of it. */
export async function createFileTools(folder: string, field: string): Promise<ToolPort[]> {
  const { readdir, readFile, realpath, stat } = nodeModule("node:fs/promises", NEEDED_BY);
  const { join, relative, resolve, sep } = nodeModule("node:path", NEEDED_BY);
  const root = await realpath(folder).catch((error: unknown): never => {
    throw new ConfigError(
      field,
      `expected the path of a folder, got "${folder}": ${readMessage(error)}`,
    );
  });
  if (!(await stat(root)).isDirectory()) {
    throw new ConfigError(field, `expected the path of a folder, got "${folder}", which is a file`);
  }

  /** The real place of a path, if it is inside the folder. */
  async function find(path: string): Promise<string> {
    const outside = (): never => {
      throw new Error(`there is no such file in the folder: ${path.slice(0, 200)}`);
    };
    if (path.includes("\0")) outside();
    const real = await realpath(resolve(root, path)).catch(outside);
    return real === root || real.startsWith(root.endsWith(sep) ? root : root + sep)
      ? real
      : outside();
  }

  async function list(at: string, depth: number, found: string[]): Promise<void> {
    for (const entry of await readdir(at, { withFileTypes: true })) {
      if (found.length >= MOST_FILES) return;
      const path = join(at, entry.name);
      if (entry.isDirectory() && depth < DEEPEST && !entry.name.startsWith(".")) {
        await list(path, depth + 1, found);
      } else if (entry.isFile()) found.push(relative(root, path));
    }
  }

  return [
    {
      name: "list_files",
      readOnly: true,
      offered: {
        description: "Lists the files that read_file can read.",
        inputSchema: { type: "object", properties: {} },
      },
      async call() {
        const found: string[] = [];
        await list(root, 0, found);
        const more =
          found.length >= MOST_FILES ? [`(only the first ${MOST_FILES} are listed)`] : [];
        return [...found.sort(), ...more].join("\n") || "(the folder is empty)";
      },
    },
    {
      name: "read_file",
      readOnly: true,
      offered: {
        description: "Reads a text file of the folder.",
        inputSchema: {
          type: "object",
          properties: { path: { type: "string" } },
          required: ["path"],
        },
      },
      async call(input) {
        const { path } = (input ?? {}) as Record<string, unknown>;
        if (typeof path !== "string") throw new Error('expected { "path": "notes.md" }');
        const real = await find(path);
        const { size } = await stat(real);
        if (!(await stat(real)).isFile()) throw new Error("it is not a file");
        if (size > MOST_BYTES) throw new Error(`it is too large: ${size} bytes`);
        const bytes = await readFile(real);
        try {
          return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
        } catch {
          throw new Error("it is not a text file");
        }
      },
    },
  ];
}
