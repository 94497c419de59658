import { ConfigError } from "@rostrum/core/support";
import type { ContextDocument } from "@rostrum/core/protocol";
import { holdsSecrets } from "../holds-secrets.ts";
import { findCommit } from "./choose-change.ts";
import { findMarkedFiles } from "./find-marked-files.ts";
import { listChanges, readDiffs, type ChangedFile } from "./list-changes.ts";
import type { Repository } from "./open-repository.ts";
import { readMaterial } from "./read-material.ts";
import { writeDiff } from "./write-diff.ts";

/** A fix of the past, and what reviewers could have been shown instead of it. */
export interface PastFix {
  commit: string;
  /** The commit before it. */
  parent: string;
  /** The first line of its message. */
  title: string;
  /** Diff of the fix. */
  change: string;
  /** The files that it changes, as they were before. */
  before: ContextDocument[];
  /** The change that takes it back. */
  reversed: ContextDocument[];
}

/** Lines of context around each change, enough to understand a fix. */
const CONTEXT_LINES = 10;

/** Reads a fix from the history. Tests that came with it would give it away, so `isSkipped` should name them. */
export async function readFix(
  repository: Repository,
  name: string,
  isSkipped: (path: string) => boolean,
): Promise<PastFix> {
  const commit = await findCommit(repository, name);
  if (commit === null) throw new ConfigError("fixes", `expected a commit, got "${name}"`);
  const parent = await findCommit(repository, `${commit}^1`);
  if (parent === null)
    throw new ConfigError("fixes", `expected a commit with one before it, got "${name}"`);
  const compared = [parent, commit];
  // The commit's message would reveal the bug.
  const change = { title: "", compared, isWorkingTree: false, commit, commits: [] };
  const files = await listWanted(repository, change, isSkipped);
  if (files.length === 0)
    throw new ConfigError("fixes", `expected a change of a text that was there, got "${name}"`);
  const names = new Set(files.map((file) => file.name));
  const diffs = await readDiffs(repository, change, files, CONTEXT_LINES);
  const back = await readMaterial(repository, {
    range: `${commit}..${parent}`,
    isSkipped: (path) => !names.has(path),
  });
  return {
    commit,
    parent,
    title: await readTitle(repository, commit),
    change: files
      .map((file) => writeDiff(file, diffs.get(file.name) ?? { heads: [], hunks: "" }))
      .join(""),
    before: await Promise.all(files.map((file) => readAt(repository, parent, file))),
    reversed: back.documents,
  };
}

/** Texts that the fix changes, and that were there before. */
async function listWanted(
  repository: Repository,
  change: Parameters<typeof listChanges>[1],
  isSkipped: (path: string) => boolean,
): Promise<ChangedFile[]> {
  const changed = (await listChanges(repository, change)).filter(({ kind }) => kind === "changed");
  const paths = changed.flatMap(({ path }) => path ?? []);
  const marked = await findMarkedFiles(repository, paths);
  const sourceFiles = changed.filter(
    ({ path }) => path !== null && !marked.has(path) && !isSkipped(path) && !holdsSecrets(path),
  );
  const diffs = await readDiffs(repository, change, sourceFiles, 0);
  return sourceFiles.filter(({ name }) => diffs.get(name)?.isBinary === false);
}

async function readAt(
  { git }: Repository,
  commit: string,
  { name, path }: ChangedFile,
): Promise<ContextDocument> {
  const bytes = await git(["cat-file", "blob", `${commit}:${path ?? ""}`]);
  return { document: name, text: bytes.toString("utf8") };
}

async function readTitle({ git }: Repository, commit: string): Promise<string> {
  const text = (await git(["cat-file", "commit", commit])).toString("utf8");
  return (
    text
      .slice(text.indexOf("\n\n") + 2)
      .split("\n", 1)[0]
      ?.trim() ?? ""
  );
}
