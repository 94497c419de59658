import { lstat, realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import {
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

/** The arguments of `review_plan` as a schema. */
export const PLAN_FIELDS: Record<"plan" | "about", z.ZodType> = {
  plan: text.describe(
    "the whole plan, with the reasons for it; or only the path of its file in the repository",
  ),
  about: aboutText.describe("what to look for, or what the plan is for"),
};

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
    const named = Object.entries(request).filter(([, value]) => value !== undefined);
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
  const paths = await findPaths([await realpath(folder), repository.root], request);
  const material = await readMaterial(repository, { ...request, paths, folder });
  const { title, skipped, unreviewed, commit } = material;
  const notes = [...listLeftOut("Not reviewed", unreviewed), ...listLeftOut("Skipped", skipped)];
  if (material.documents.length === 0) {
    const nothing = `Nothing to review: no change in ${toOneLine(title)}.`;
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

/** Says what could be reviewed instead. */
async function listHints(
  repository: Repository,
  { base, staged, range, paths }: MaterialRequest,
): Promise<string[]> {
  const hasOutput = async (args: string[]): Promise<boolean> =>
    repository.git(args).then(
      (output) => output.length > 0,
      () => false,
    );
  if (staged === true)
    return (await hasOutput(["status", "--porcelain"]))
      ? ["There are changes that are not staged: leave staged out to review them."]
      : [];
  const isDefault = [base, range, paths].every((value) => value === undefined);
  // Without a commit, there is nothing that base or range could name.
  return isDefault && (await hasOutput(["rev-parse", "--verify", "--quiet", "HEAD"]))
    ? ['For committed work, pass base (such as "main") or range (such as "HEAD~1..HEAD").']
    : [];
}

/**
 * Absolute paths, each from the first of the folders that has it: findings name files from the root of the repository.
 * Throws for one that no folder has. Next to a change, it may be a file that the change deletes.
 */
async function findPaths(
  folders: readonly string[],
  { paths, base, staged, range }: MaterialRequest,
): Promise<string[] | undefined> {
  const isChange = base !== undefined || staged === true || range !== undefined;
  const found = await Promise.all(
    (paths ?? []).map(async (path) => {
      const candidates = folders.map((folder) => resolve(folder, path));
      for (const candidate of candidates) if (await exists(candidate)) return [candidate];
      if (isChange) return candidates;
      throw new ConfigError("paths", `there is no "${toOneLine(path)}" in ${folders[0]}`);
    }),
  );
  return paths && found.flat();
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
  {
    plan,
    about: words,
    ...settings
  }: { plan: string; about?: string } & Pick<McpQuestion, "panel" | "budget">,
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
  throw new ConfigError(
    "plan",
    `expected the text of a plan, or the path of its file in the repository, got "${toOneLine(plan)}", which is neither: pass the plan's text`,
  );
}
