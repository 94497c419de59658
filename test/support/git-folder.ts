import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A git repository of its own for a test. */
export interface GitFolder extends Disposable {
  folder: string;
  git(...args: string[]): string;
  write(path: string, content: string | Uint8Array): void;
  /** Writes an executable script. Returns its path. */
  writeScript(path: string, text: string): string;
  commit(message?: string): string;
  remove(path: string): void;
}

const PERSON = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];

/** Ignores the developer's git settings: no global config, no hooks, no signing. */
const ENVIRONMENT = {
  PATH: process.env["PATH"] ?? "",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

export function createGitFolder(): GitFolder {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "rostrum-git-")));
  const git = (...args: string[]): string =>
    execFileSync("git", [...PERSON, ...args], {
      cwd: folder,
      env: ENVIRONMENT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  git("init", "--quiet", "--initial-branch=main");
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  return {
    folder,
    git,
    write,
    writeScript(path, text) {
      write(path, text);
      chmodSync(join(folder, path), 0o755);
      return join(folder, path);
    },
    commit(message = "change") {
      git("add", "--all");
      git("commit", "--quiet", "--allow-empty", "-m", message);
      return git("rev-parse", "HEAD");
    },
    remove: (path) => rmSync(join(folder, path), { recursive: true }),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
