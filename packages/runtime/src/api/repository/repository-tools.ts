import { ConfigError } from "@rostrum/core/support";
import type { ToolPort } from "@rostrum/core/protocol";
import { nodeModule } from "../../node-builtins.ts";
import { checkFileSize, decodeTextFile, isOfferedPath } from "../tools/offered-files.ts";
import { findCommit, INDEX } from "./choose-change.ts";
import { splitNul } from "./list-changes.ts";
import { openRepository, type Repository } from "./open-repository.ts";
import { decodePath, formatPath } from "./path-names.ts";

const MAX_LISTED = 500;
const MAX_LINES = 400;

/**
 * Tools that list and read the files that git tracks in a repository, and nothing else: no dot files, no files that
 * typically hold secrets, no links, nothing that is ignored or outside.
 */
export async function createRepositoryTools(
  folder: string,
  /** The commit whose files are read, or `INDEX`. Absent: the working tree. */
  commit: string | undefined,
  field: string,
): Promise<ToolPort[]> {
  const repository = await openRepository(folder);
  if (repository === null)
    throw new ConfigError(`${field}.repository`, `expected a git repository, got "${folder}"`);
  const state =
    commit === undefined || commit === INDEX ? commit : await findCommit(repository, commit);
  if (state === null)
    throw new ConfigError(
      `${field}.repositoryCommit`,
      `expected a commit, or "${INDEX}" for what is staged, got "${commit}"`,
    );
  let listing: Promise<readonly string[]> | null = null;
  const list = (): Promise<readonly string[]> => (listing ??= listFiles(repository, state));
  return [
    {
      name: "list_files",
      readOnly: true,
      isSafe: true,
      offered: {
        description:
          "Lists the files of the repository that read_file can read, or those of one folder.",
        inputSchema: { type: "object", properties: { folder: { type: "string" } } },
      },
      call: async (input) => formatListing(await list(), readText(input, "folder") ?? ""),
    },
    {
      name: "read_file",
      readOnly: true,
      isSafe: true,
      offered: {
        description: `Reads a text file of the repository, at most ${MAX_LINES} lines at once: from and to are numbers of lines.`,
        inputSchema: {
          type: "object",
          properties: {
            path: { type: "string" },
            from: { type: "integer" },
            to: { type: "integer" },
          },
          required: ["path"],
        },
      },
      async call(input) {
        const path = readText(input, "path");
        if (path === null) throw new Error('expected { "path": "src/main.ts" }');
        const relativePath = path.replace(/^\.\//, "");
        if (!(await list()).includes(relativePath))
          throw new Error(`there is no such file in the repository: ${path.slice(0, 200)}`);
        const text = await readFile(repository, relativePath, state);
        return cutLines(text, readNumber(input, "from"), readNumber(input, "to"));
      },
    },
  ];
}

/** Files that may be shown, by their paths from the root. */
async function listFiles({ git }: Repository, state: string | undefined): Promise<string[]> {
  const listed = await (state === undefined || state === INDEX
    ? git(["ls-files", "-z", "--cached"])
    : git(["ls-tree", "-r", "-z", "--name-only", "--full-tree", state]));
  const paths = splitNul(listed).flatMap((bytes) => {
    const path = decodePath(bytes);
    // A name that can't be shown can't be asked for.
    return path === null || formatPath(bytes) !== path ? [] : [path];
  });
  return [...new Set(paths)].filter(isOfferedPath);
}

/** All files of a folder or, where they are too many, its own files and its folders. */
function formatListing(paths: readonly string[], folder: string): string {
  const prefix = folder.replace(/^\.?\/*/, "").replace(/\/*$/, "/");
  const within = prefix === "/" ? paths : paths.filter((path) => path.startsWith(prefix));
  if (within.length === 0) return "(no files)";
  if (within.length <= MAX_LISTED) return within.join("\n");
  const start = prefix === "/" ? 0 : prefix.length;
  const entries = Map.groupBy(within, (path) => {
    const end = path.indexOf("/", start);
    return end < 0 ? path : path.slice(0, end + 1);
  });
  const rows = [...entries].map(([entry, files]) =>
    entry.endsWith("/") ? `${entry} (${files.length} files)` : entry,
  );
  const rest = rows.length - MAX_LISTED;
  return [...rows.slice(0, MAX_LISTED), ...(rest > 0 ? [`(${rest} more)`] : [])].join("\n");
}

async function readFile(
  { root, git }: Repository,
  path: string,
  state: string | undefined,
): Promise<string> {
  const bytes = await (state === undefined
    ? readWorkingFile(root, path)
    : git(["cat-file", "blob", `${state}:${path}`]));
  checkFileSize(bytes.length);
  return decodeTextFile(bytes);
}

async function readWorkingFile(root: string, path: string): Promise<Buffer> {
  const { readFile: read, realpath, stat } = nodeModule("node:fs/promises", "tools.repository");
  const { join } = nodeModule("node:path", "tools.repository");
  const fullPath = join(root, path);
  // A link could lead anywhere, whether it is the file or a folder on the way to it.
  const real = await realpath(fullPath).catch(() => null);
  if (real !== fullPath) throw new Error("it is a link, or it is gone");
  const { size } = await stat(fullPath);
  checkFileSize(size);
  return read(fullPath);
}

function cutLines(text: string, from: number | null, to: number | null): string {
  const lines = text.replace(/\n$/, "").split("\n");
  const first = Math.max(1, from ?? 1);
  const last = Math.min(to ?? lines.length, lines.length, first + MAX_LINES - 1);
  if (first > last) {
    const requestedLines = to === null ? String(first) : `${first} to ${to}`;
    throw new Error(`expected lines from 1 to ${lines.length}, got ${requestedLines}`);
  }
  if (first === 1 && last === lines.length) return text;
  return `${lines.slice(first - 1, last).join("\n")}\n[lines ${first} to ${last} of ${lines.length}]`;
}

function readText(input: unknown, name: string): string | null {
  const value = (input as Record<string, unknown> | null)?.[name];
  return typeof value === "string" ? value : null;
}

function readNumber(input: unknown, name: string): number | null {
  const value = (input as Record<string, unknown> | null)?.[name];
  return typeof value === "number" && Number.isInteger(value) ? value : null;
}
