import { ConfigError, readMessage } from "@rostrum/core/support";
import type { ToolPort } from "@rostrum/core/protocol";
import { nodeModule } from "../../node-builtins.ts";
import { checkFileSize, decodeTextFile, isOfferedPath } from "./offered-files.ts";

const NEEDED_BY = "tools.files";
const MAX_FILES = 500;
const MAX_DEPTH = 8;

/**
 * A folder that can be listed and read, and nothing outside it: no link and no path leads out of it, or to a file or
 * folder whose name begins with a dot, such as `.env` and `.git`, or to a file that typically holds secrets.
 */
export async function createFileTools(folder: string, field: string): Promise<ToolPort[]> {
  const { open, readdir, realpath, stat } = nodeModule("node:fs/promises", NEEDED_BY);
  const { constants } = nodeModule("node:fs", NEEDED_BY);
  const { isAbsolute, join, relative, resolve, sep } = nodeModule("node:path", NEEDED_BY);
  const root = await realpath(folder).catch((error: unknown): never => {
    throw new ConfigError(
      field,
      `expected the path of a folder, got "${folder}": ${readMessage(error)}`,
    );
  });
  if (!(await stat(root)).isDirectory()) {
    throw new ConfigError(field, `expected the path of a folder, got "${folder}", which is a file`);
  }

  /** True if a path is inside the folder, and tools may show it. A path that leads out begins with dots. */
  function isOffered(path: string): boolean {
    const relativePath = relative(root, path);
    return !isAbsolute(relativePath) && isOfferedPath(relativePath.replaceAll(sep, "/"));
  }

  /** The real path of `path`, if it may be read. */
  async function find(path: string): Promise<string> {
    const refuse = (): never => {
      throw new Error(`there is no such file in the folder: ${path.slice(0, 200)}`);
    };
    if (path.includes("\0") || !isOffered(resolve(root, path))) refuse();
    const real = await realpath(resolve(root, path)).catch(refuse);
    return isOffered(real) ? real : refuse();
  }

  async function read(path: string): Promise<Uint8Array> {
    // The file may have become a link, or a pipe whose open would block.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const file = await open(path, flags);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) throw new Error("it is not a file");
      checkFileSize(stats.size);
      return await file.readFile();
    } finally {
      await file.close();
    }
  }

  async function list(listedFolder: string, depth: number, paths: string[]): Promise<void> {
    for (const entry of await readdir(listedFolder, { withFileTypes: true })) {
      if (paths.length >= MAX_FILES) return;
      const path = join(listedFolder, entry.name);
      if (!isOffered(path)) continue;
      if (entry.isDirectory() && depth < MAX_DEPTH) {
        await list(path, depth + 1, paths);
      } else if (entry.isFile()) paths.push(relative(root, path).replaceAll(sep, "/"));
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
        const paths: string[] = [];
        await list(root, 0, paths);
        const omittedNote =
          paths.length >= MAX_FILES ? [`(only the first ${MAX_FILES} are listed)`] : [];
        return [...paths.sort(), ...omittedNote].join("\n") || "(the folder is empty)";
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
        return decodeTextFile(await read(await find(path)));
      },
    },
  ];
}
