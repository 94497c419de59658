import { ConfigError, field, readMessage } from "@rostrum/core/support";
import { environmentVariables, nodeModule } from "../../node-builtins.ts";

const NEEDED_BY = "git";
const MAX_OUTPUT_BYTES = 256_000_000;
/** Larger files are data. Git calls them binary and doesn't compare their lines. */
const MAX_TEXT_BYTES = 4_000_000;

/** A git repository with a working tree. It is only ever read. */
export interface Repository {
  /** The root folder of its working tree, without links. */
  root: string;
  /** Runs a git command in the root folder. Rejects with what git says. */
  git(args: readonly string[], input?: string | Uint8Array): Promise<Buffer>;
}

/** The repository that a folder is in; `null` if it is in none, or if git is not installed. */
export async function openRepository(folder: string): Promise<Repository | null> {
  const { realpath, stat } = nodeModule("node:fs/promises", NEEDED_BY);
  const { join } = nodeModule("node:path", NEEDED_BY);
  let root: string;
  try {
    const top = await runGit(folder, {}, ["rev-parse", "--show-toplevel"]);
    root = await realpath(top.toString("utf8").replace(/\r?\n$/, ""));
  } catch (error) {
    const isNone = /not a git repository|git is not installed/;
    if (error instanceof GitError && isNone.test(error.stderr)) return null;
    throw error;
  }
  const variables = environmentVariables();
  const isChosenByUser = (variables["GIT_DIR"] ?? variables["GIT_WORK_TREE"]) !== undefined;
  // `core.worktree` of a repository that came from elsewhere could name any folder, such as somebody's home.
  if (!isChosenByUser && (await stat(join(root, ".git")).catch(() => null)) === null) {
    throw new ConfigError("git", `expected the working tree to have a .git, got ${root}`);
  }
  const overrides = await listOverrides(root);
  return { root, git: (args, input) => runGit(root, overrides, args, input) };
}

/** True if git can be started. */
export async function hasGit(): Promise<boolean> {
  const { tmpdir } = nodeModule("node:os", NEEDED_BY);
  return runGit(tmpdir(), {}, ["--version"]).then(
    () => true,
    () => false,
  );
}

/** Git failed. The message begins with the command. */
class GitError extends ConfigError {
  readonly stderr: string;

  constructor(command: string, stderr: string) {
    const reason =
      stderr.trim().replace(/^(?:fatal|error): /, "") || "git printed no error message";
    super(`git ${command}`, reason);
    this.stderr = stderr;
  }
}

/**
 * Settings that keep git from running a program that a repository's own config names. Drivers for external diffs and for
 * text conversion are turned off by flags of the commands that would use them.
 */
async function listOverrides(root: string): Promise<Record<string, string>> {
  const { devNull } = nodeModule("node:os", NEEDED_BY);
  const overrides: Record<string, string> = {
    "core.fsmonitor": "false",
    "core.hooksPath": devNull,
    "core.quotePath": "false",
    "diff.suppressBlankEmpty": "false",
    "core.bigFileThreshold": String(MAX_TEXT_BYTES),
    "submodule.recurse": "false",
  };
  // Files of the working tree pass through these on their way into a diff.
  const names = await runGit(root, overrides, ["config", "-z", "--name-only", "--list"]);
  for (const name of names.toString("utf8").split("\0")) {
    const driver = /^filter\.([^]+)\.[^.]+$/.exec(name)?.[1];
    if (driver === undefined) continue;
    for (const program of ["clean", "smudge", "process"])
      overrides[`filter.${driver}.${program}`] = "";
    overrides[`filter.${driver}.required`] = "false";
  }
  return overrides;
}

function runGit(
  folder: string,
  overrides: Readonly<Record<string, string>>,
  args: readonly string[],
  input: string | Uint8Array = "",
): Promise<Buffer> {
  const { execFile } = nodeModule("node:child_process", NEEDED_BY);
  const options = {
    cwd: folder,
    env: makeEnvironment(overrides),
    encoding: "buffer",
    maxBuffer: MAX_OUTPUT_BYTES,
    windowsHide: true,
  } as const;
  return new Promise((resolve, reject) => {
    const child = execFile("git", ["--no-pager", ...args], options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      const reason = { ENOENT: "git is not installed, or the folder is gone" }[
        String(field(error, "code"))
      ];
      const message = reason ?? (stderr.toString("utf8") || readMessage(error));
      reject(new GitError(args[0] ?? "", message));
    });
    // Git may end before it has read everything.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

/** Variables of the user, with what a read of a foreign repository needs. Git reads settings from variables, in this order. */
function makeEnvironment(overrides: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const {
    GIT_EXTERNAL_DIFF: _diff,
    GIT_DIFF_OPTS: _options,
    ...variables
  } = environmentVariables();
  const before = Number(variables["GIT_CONFIG_COUNT"] ?? 0) || 0;
  const settings = Object.entries(overrides).flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${before + index}`, key],
    [`GIT_CONFIG_VALUE_${before + index}`, value],
  ]);
  return {
    ...variables,
    ...Object.fromEntries(settings),
    GIT_CONFIG_COUNT: String(before + settings.length / 2),
    LC_ALL: "C",
    // Paths are paths, whatever characters they have.
    GIT_LITERAL_PATHSPECS: "1",
    // Don't refresh the index and don't run hooks: nothing is written.
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    // A partial clone would fetch what it lacks, through programs that its config names.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "",
  };
}
