import { ConfigError, readMessage } from "@rostrum/core/support";
import type { Repository } from "./open-repository.ts";

/** Which change is meant. Nothing named: the working tree against HEAD. */
export interface ChangeRequest {
  /** Reviews the staged changes, against HEAD. */
  staged?: boolean | undefined;
  /** From the merge base of this commit and HEAD to the working tree. */
  base?: string | undefined;
  /** A commit, for its own change, or two commits as `a..b`, or `a...b` from their merge base on. */
  range?: string | undefined;
}

/** Stands for the staged state where a commit is expected: git reads `:0:<path>` from its index. No ref has a colon. */
export const INDEX = ":0";

/** Two states of a repository to be compared. */
export interface Change {
  /** In words, such as "the working tree against main". */
  title: string;
  /** Arguments of `git diff`. */
  compared: readonly string[];
  /** True if the new state is the working tree, including untracked files. */
  isWorkingTree: boolean;
  /** The commit that the new state is, or `INDEX`; `null`: the working tree. */
  commit: string | null;
  /** The commits that make up the change, as `git rev-list` names them. Empty: nothing is committed yet. */
  commits: readonly string[];
}

/** Resolves what a request names to commits. */
export async function chooseChange(
  repository: Repository,
  { staged = false, base, range }: ChangeRequest,
): Promise<Change> {
  const named = [staged, base !== undefined, range !== undefined].filter(Boolean);
  if (named.length > 1)
    throw new ConfigError(
      "review",
      "expected only one of staged, base and a commit or range: each of them names a change",
    );
  if (range !== undefined) return chooseRange(repository, range);
  const head = await findCommit(repository, "HEAD");
  if (base !== undefined) {
    if (head === null) throw new ConfigError("base", "expected a repository with a commit");
    const commit = await requireCommit(repository, base, "base");
    const ancestor = await findMergeBase(repository, [commit, head], base, "base");
    // The title needs no merge base if that is HEAD.
    const origin = ancestor === head ? "" : ` (merge base ${ancestor.slice(0, 10)})`;
    const title = `the working tree against ${base}${origin}`;
    const commits = [`${ancestor}..${head}`];
    return { title, compared: [ancestor], isWorkingTree: true, commit: null, commits };
  }
  const before = head ?? (await hashEmptyTree(repository));
  const against = head === null ? "an empty tree (there is no commit yet)" : "HEAD";
  return staged
    ? {
        title: `what is staged, against ${against}`,
        compared: ["--cached", before],
        isWorkingTree: false,
        commit: INDEX,
        commits: [],
      }
    : {
        title: `the working tree against ${against}`,
        compared: [before],
        isWorkingTree: true,
        commit: null,
        commits: [],
      };
}

async function chooseRange(repository: Repository, range: string): Promise<Change> {
  const ends = splitRange(range);
  if (ends !== null) {
    const [before, after] = await Promise.all([
      requireCommit(repository, ends.from, "range"),
      requireCommit(repository, ends.to, "range"),
    ]);
    const start = ends.isFromMergeBase
      ? await findMergeBase(repository, [before, after], range, "range")
      : before;
    const commits = [`${before}..${after}`];
    return {
      title: range,
      compared: [start, after],
      isWorkingTree: false,
      commit: after,
      commits,
    };
  }
  const commit = await requireCommit(repository, range, "range");
  const parent = (await findCommit(repository, `${commit}^1`)) ?? (await hashEmptyTree(repository));
  const title = `commit ${commit.slice(0, 10)}${commit.startsWith(range) ? "" : ` (${range})`}`;
  const commits = ["--no-walk", commit];
  return { title, compared: [parent, commit], isWorkingTree: false, commit, commits };
}

/** The ends of `a..b` or `a...b`; `null` for anything else. An end that is left out is HEAD. */
function splitRange(range: string): { from: string; to: string; isFromMergeBase: boolean } | null {
  const [, from, dot, to] = /^(.*?)\.\.(\.?)(?!\.)(.*)$/s.exec(range) ?? [];
  if (from === undefined || to === undefined) return null;
  return { from: from || "HEAD", to: to || "HEAD", isFromMergeBase: dot !== "" };
}

/** True if a text names a commit or a range of commits. */
export async function isRange(repository: Repository, text: string): Promise<boolean> {
  return (await findUnknownEnds(repository, text)).length === 0;
}

/** The ends of a range, or the one commit, that a repository doesn't have. */
export async function findUnknownEnds(repository: Repository, text: string): Promise<string[]> {
  const ends = splitRange(text);
  const names = ends === null ? [text] : [ends.from, ends.to];
  const commits = await Promise.all(names.map((name) => findCommit(repository, name)));
  return names.filter((_, index) => commits[index] === null);
}

/** The whole of a branch as a range, if the current one lacks more of its commits than its last. Null otherwise. */
export async function findWholeBranch(
  repository: Repository,
  name: string,
): Promise<{ range: string; commitCount: number } | null> {
  const refs = [`refs/heads/${name}`, `refs/remotes/${name}`];
  const branches = await Promise.all(refs.map((ref) => findCommit(repository, ref)));
  if (branches.every((commit) => commit === null)) return null;
  if ((await findCommit(repository, "HEAD")) === null) return null;
  const count = await repository.git(["rev-list", "--count", `HEAD..${name}`, "--"]);
  const commitCount = Number(count.toString("utf8"));
  if (!(commitCount > 1)) return null;
  const current = await repository
    .git(["symbolic-ref", "--short", "--quiet", "HEAD"])
    .then((output) => output.toString("utf8").trim())
    .catch(() => "HEAD");
  return { range: `${current}...${name}`, commitCount };
}

async function requireCommit(repository: Repository, name: string, field: string): Promise<string> {
  const commit = await findCommit(repository, name);
  if (commit === null) {
    throw new ConfigError(field, `there is no commit, branch or tag "${name}" in this repository`);
  }
  return commit;
}

/** The full id of a commit; `null` if the name stands for none. */
export async function findCommit({ git }: Repository, name: string): Promise<string | null> {
  // A name that begins with a dash would be an option.
  if (name === "" || name.startsWith("-") || name.includes("\0")) return null;
  try {
    const output = await git(["rev-parse", "--verify", "--quiet", `${name}^{commit}`]);
    const id = output.toString("utf8").trim();
    return /^[0-9a-f]{40,64}$/.test(id) ? id : null;
  } catch {
    return null;
  }
}

async function findMergeBase(
  { git }: Repository,
  commits: readonly [string, string],
  name: string,
  field: string,
): Promise<string> {
  try {
    return (await git(["merge-base", ...commits])).toString("utf8").trim();
  } catch (error) {
    const isShallow = (await git(["rev-parse", "--is-shallow-repository"])).toString().trim();
    const message =
      isShallow === "true"
        ? "this clone is shallow, so there is no common commit: run git fetch --unshallow (in GitHub Actions: fetch-depth: 0)"
        : `expected commits that share history, got "${name}"`;
    throw new ConfigError(field, message, { cause: readMessage(error) });
  }
}

/** The id of the empty tree depends on the repository's hash function. */
async function hashEmptyTree({ git }: Repository): Promise<string> {
  return (await git(["hash-object", "-t", "tree", "--stdin"])).toString("utf8").trim();
}
