import { lstat } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import {
  openRepository,
  PART_TOKENS,
  readMaterial,
  type LeftOutFile,
  type MaterialRequest,
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
    .describe("files and folders: next to a change they limit it, alone they are reviewed whole"),
  documents: DOCUMENTS.optional().describe("texts to review instead of the repository"),
  about: aboutText.describe("what to look for, or what the change is meant to do"),
};

/** The arguments of `review_plan` as a schema. */
export const PLAN_FIELDS: Record<"plan" | "about", z.ZodType> = {
  plan: text.describe("the whole plan, with the reasons for it"),
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
  if (documents !== undefined)
    return { ...settings, question: writeReviewTask(words), context: documents };
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
  await requirePaths(folder, request);
  const material = await readMaterial(repository, { ...request, folder });
  const { title, skipped, unreviewed, commit } = material;
  const notes = [...listLeftOut("Not reviewed", unreviewed), ...listLeftOut("Skipped", skipped)];
  if (material.documents.length === 0) {
    const nothing = `Nothing to review: no change in ${toOneLine(title)}.`;
    const isDefault = Object.values(request).every((value) => value === undefined);
    const hint =
      'For committed work, pass base (such as "main") or range (such as "HEAD~1..HEAD").';
    throw new NothingToReview([nothing, ...notes, ...(isDefault ? [hint] : [])].join(" "));
  }
  return {
    ...settings,
    question: writeReviewTask(words, material.message),
    context: material.documents,
    reviewed: { what: toOneLine(title), notes },
    repository: { folder: repository.root, commit },
  };
}

/** Throws for a path that doesn't exist. Next to a change, it may be a file that the change deletes. */
async function requirePaths(
  folder: string,
  { paths = [], base, staged, range }: MaterialRequest,
): Promise<void> {
  if (base !== undefined || staged === true || range !== undefined) return;
  for (const path of paths) {
    const isThere = await lstat(resolve(folder, path)).then(
      () => true,
      () => false,
    );
    if (!isThere) throw new ConfigError("paths", `there is no "${toOneLine(path)}" in ${folder}`);
  }
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
  const repository = folder === undefined ? null : await openRepository(folder);
  return {
    question: writePlanTask(words),
    context: [{ document: "plan.md", text: plan }],
    ...settings,
    answer: { type: "findings", plan: true },
    ...(repository === null ? {} : { repository: { folder: repository.root, commit: null } }),
  };
}
