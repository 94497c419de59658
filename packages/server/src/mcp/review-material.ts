import { lstat, realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { z } from "zod";
import {
  explainNothing,
  openRepository,
  PART_TOKENS,
  readMaterial,
  type LeftOutFile,
  type MaterialRequest,
  type Repository,
} from "@rostrum/runtime/repository";
import { ConfigError, toOneLine } from "@rostrum/core/support";
import { writePlanTask, writeReviewTask } from "@rostrum/core/export";
import type { ContextDocument } from "@rostrum/core/protocol";
import type { McpQuestion } from "./host.ts";

/** Arguments of the tool `review`. */
export interface ReviewArguments
  extends
    Pick<MaterialRequest, "base" | "staged" | "range" | "paths">,
    Pick<McpQuestion, "panel" | "budget"> {
  documents?: ContextDocument[] | undefined;
  about?: string | undefined;
}

const text = z.string().min(1).max(1_000_000);
const aboutText = z.string().max(20_000).optional();

/** Documents with names, in the format of the REST API. */
export const DOCUMENTS: z.ZodType<ContextDocument[]> = z
  .array(
    z.strictObject(
      { document: z.string().min(1).max(200), text },
      { error: "expected { document, text }: a name and the text" },
    ),
  )
  .min(1)
  .max(50);

/** Schema of `ReviewArguments`. */
export const REVIEW_FIELDS: Record<keyof Omit<ReviewArguments, "panel" | "budget">, z.ZodType> = {
  base: z
    .string()
    .max(500)
    .optional()
    .describe("review everything from the merge base with this commit to the working tree"),
  staged: z.boolean().optional().describe("review what is staged"),
  range: z.string().max(1000).optional().describe("a commit, or two commits as a..b"),
  paths: z
    .array(z.string().min(1).max(4000))
    .max(200)
    .optional()
    .describe(
      "files and folders. Alone: reviewed whole, changed or not; next to base, staged or range: limit that change",
    ),
  documents: DOCUMENTS.optional().describe(
    "texts to review instead of the repository, without base, staged, range or paths",
  ),
  about: aboutText.describe("what to look for, or what the change is meant to do"),
};

/** Arguments of the tool `review_plan`. */
export interface PlanArguments extends Pick<McpQuestion, "panel" | "budget"> {
  plan: string;
  about?: string | undefined;
}

/** Schema of `PlanArguments`. Without a folder, no file can be named. */
export function describePlanFields(
  folder: string | undefined,
): Record<keyof Omit<PlanArguments, "panel" | "budget">, z.ZodType> {
  const path = folder === undefined ? "" : "; or only the path of its file in the repository";
  return {
    plan: text.describe(`the whole plan, with the reasons for it${path}`),
    about: aboutText.describe("what to look for, or what the plan is for"),
  };
}

/** Thrown when the material is empty, so that no panel is asked. */
export class NothingToReview extends Error {
  override readonly name = "NothingToReview";
}

/** Reads the material of a review: the documents of the call, or the repository of the host's folder. */
export async function readReview(
  { documents, about: words, panel, budget, ...request }: ReviewArguments,
  folder: string | undefined,
): Promise<Omit<McpQuestion, "id">> {
  const answer = { type: "findings", partTokens: PART_TOKENS } as const;
  const settings = { panel, budget, answer };
  if (documents !== undefined) {
    // Agents fill in optional arguments with values that name nothing, such as `staged: false` and `paths: []`.
    const named = Object.entries(request).filter(([, value]) =>
      typeof value === "object" || typeof value === "string" ? value.length > 0 : value === true,
    );
    if (named.length > 0)
      throw new ConfigError(
        "documents",
        `expected documents or ${named.map(([name]) => name).join(", ")}, got both: the documents are reviewed instead of the repository`,
      );
    return { ...settings, question: writeReviewTask(words), context: documents };
  }
  const repository = folder === undefined ? null : await openRepository(folder);
  if (folder === undefined || repository === null) {
    const reason =
      folder === undefined
        ? "this server can't read your files"
        : `${folder} is in no git repository (or git is missing)`;
    const remedies =
      folder === undefined
        ? "pass the texts as documents"
        : "pass the texts as documents, or start the agent in a repository";
    throw new ConfigError(
      "documents",
      `expected documents to review, because ${reason}: ${remedies}`,
    );
  }
  const paths = await findPaths(repository, await realpath(folder), request);
  const material = await readMaterial(repository, { ...request, paths, folder });
  const { title, skipped, unreviewed, commit } = material;
  const notes = [...listLeftOut("Not reviewed", unreviewed), ...listLeftOut("Skipped", skipped)];
  if (material.documents.length === 0) {
    const reason = explainNothing(material, isWholeFiles(request));
    const nothing = `Nothing to review: ${toOneLine(reason)}.`;
    const hints = await listHints(repository, request);
    throw new NothingToReview([nothing, ...notes, ...hints].join(" "));
  }
  return {
    ...settings,
    question: writeReviewTask(words, material.message),
    context: material.documents,
    reviewed: { what: toOneLine(title), notes },
    repository: { folder: repository.root, commit },
  };
}

/** Without a change, paths mean whole files. */
function isWholeFiles({ base, staged, range, paths = [] }: MaterialRequest): boolean {
  return staged !== true && base === undefined && range === undefined && paths.length > 0;
}

/** Says what could be reviewed instead. */
async function listHints(
  repository: Repository,
  { base, staged, range, paths = [] }: MaterialRequest,
): Promise<string[]> {
  if (base !== undefined || range !== undefined || paths.length > 0) return [];
  if (staged === true) {
    // The same reading as for a review: a plain `git status` runs programs that a submodule's config names.
    const unstaged = await readMaterial(repository, {}).catch(() => null);
    return unstaged !== null && unstaged.documents.length > 0
      ? ["There are changes that are not staged: leave staged out to review them."]
      : [];
  }
  // Without a commit, there is nothing that base or range could name.
  const head = ["rev-parse", "--verify", "--quiet", "HEAD"];
  const hasCommit = await repository.git(head).then(
    () => true,
    () => false,
  );
  return hasCommit
    ? ['For committed work, pass base (such as "main") or range (such as "HEAD~1..HEAD").']
    : [];
}

/**
 * Absolute paths, each from the folder or, if it isn't there, from the root of the repository: findings name files from
 * the root. Throws for one that is in neither. Next to a change, a missing file may be one that the change deletes, so
 * both places are kept.
 */
async function findPaths(
  { root }: Repository,
  folder: string,
  { paths = [], base, staged, range }: MaterialRequest,
): Promise<string[]> {
  const isChange = base !== undefined || staged === true || range !== undefined;
  const found = await Promise.all(
    paths.map(async (path) => {
      const fromFolder = resolve(folder, path);
      const fromRoot = resolve(root, path);
      // "../a.ts" is inside the repository only from the folder.
      const candidates = isInside(root, fromRoot) ? [fromFolder, fromRoot] : [fromFolder];
      const present = await Promise.all(candidates.map(exists));
      if (isChange) return present[0] === true ? [fromFolder] : candidates;
      const file = candidates.find((_, index) => present[index]);
      if (file !== undefined) return [file];
      throw new ConfigError("paths", `there is no "${toOneLine(path)}" in ${folder}`);
    }),
  );
  return found.flat();
}

function isInside(root: string, path: string): boolean {
  const relativePath = relative(root, path);
  return relativePath.split(sep)[0] !== ".." && !isAbsolute(relativePath);
}

function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

const MAX_LISTED = 10;

function listLeftOut(word: string, files: readonly LeftOutFile[]): string[] {
  if (files.length === 0) return [];
  const rest = files.length - MAX_LISTED;
  const names = files.slice(0, MAX_LISTED).map(({ path, reason }) => `${path} (${reason})`);
  return [`${word}: ${names.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`];
}

/** Reads a plan. Its reviewers may read the repository of the host's folder. */
export async function readPlan(
  { plan, about: words, ...settings }: PlanArguments,
  folder: string | undefined,
): Promise<Omit<McpQuestion, "id">> {
  if (plan.trim() === "") throw new ConfigError("plan", "expected the text of a plan, got none");
  const repository = folder === undefined ? null : await openRepository(folder);
  const file = await readPlanFile(plan.trim(), folder, repository);
  return {
    question: writePlanTask(words),
    context: [file ?? { document: "plan.md", text: plan }],
    ...settings,
    ...(file === null
      ? {}
      : { reviewed: { what: `the plan ${toOneLine(file.document)}`, notes: [] } }),
    answer: { type: "findings", plan: true },
    ...(repository === null ? {} : { repository: { folder: repository.root, commit: null } }),
  };
}

/** One word with an extension, such as "docs/plan.md". */
const FILE_NAME = /^\S+\.\w{1,8}$/;
const MAX_PATH_CHARS = 4000;

/** The file of a plan that is only a path. Null for the text of a plan. */
async function readPlanFile(
  plan: string,
  folder: string | undefined,
  repository: Repository | null,
): Promise<ContextDocument | null> {
  if (plan.includes("\n") || plan.length > MAX_PATH_CHARS) return null;
  const here = folder === undefined ? [] : [await realpath(folder)];
  const folders = [...here, ...(repository === null ? [] : [repository.root])];
  const candidates = folders.map((from) => resolve(from, plan));
  const present = await Promise.all(candidates.map(exists));
  const path = candidates.find((_, index) => present[index]);
  if (path === undefined && !FILE_NAME.test(plan)) return null;
  const isFile = path !== undefined && (await lstat(path)).isFile();
  const material =
    !isFile || repository === null
      ? null
      : await readMaterial(repository, { paths: [path] }).catch(() => null);
  const [document, ...more] = material?.documents ?? [];
  if (document !== undefined && more.length === 0) return document;
  const expected =
    folder === undefined
      ? "expected the text of a plan, because this server can't read your files"
      : "expected the text of a plan, or the path of its file in the repository";
  throw new ConfigError("plan", `${expected}, got "${toOneLine(plan)}": pass the plan's text`);
}
