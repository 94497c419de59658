import { readFile } from "node:fs/promises";
import { fileTrouble } from "../file-trouble.ts";
import { UserError } from "../user-error.ts";
import { armNamed, DEFAULT_ARMS } from "./arms.ts";
import { datasetNamed, isDataset, layoutNamed } from "./dataset.ts";
import type { Plan } from "./plan.ts";
import { readPlan } from "./plan-file.ts";

/** The flags of `eval`, as the parser gives them. */
export interface EvalFlags {
  dataset?: string;
  layout?: string;
  panel?: string;
  config?: string;
  arms?: string;
  sample?: number;
  seed?: number;
  answer?: unknown;
  grade?: string;
  /** A file. */
  rubric?: string;
  maxCost?: number;
  concurrency?: number;
  out?: string;
  compare?: string;
  json?: boolean;
  /** A path, or `false` for `--no-journal`; commander makes it `true` when neither is given. */
  journal?: string | boolean;
}

/** Flags override the file, which is an evaluation or a data set. */
export async function planFrom(path: string | undefined, given: EvalFlags): Promise<Plan> {
  const named = path !== undefined && (await isDataset(path)) ? path : undefined;
  if (named !== undefined && given.dataset !== undefined && given.dataset !== named) {
    throw new UserError(`expected one data set, got ${named} and --dataset ${given.dataset}`);
  }
  const flags = named === undefined ? given : { ...given, dataset: named };
  const written = path === undefined || named !== undefined ? {} : await readPlan(path);
  const { layout, panel, arms, sample, seed, answer, maxCost, concurrency } = flags;
  const dataset = flags.dataset === undefined ? written.dataset : datasetNamed(flags.dataset);
  if (dataset === undefined) {
    throw new UserError("expected a data set, got none", [
      "rostrum eval --dataset questions.jsonl, or --dataset arithmetic, or a file with a dataset",
    ]);
  }
  return {
    ...written,
    dataset,
    seed: seed ?? written.seed ?? 0,
    arms:
      arms === undefined
        ? (written.arms ?? DEFAULT_ARMS.map((name) => armNamed(name, "arms")))
        : arms.split(",").map((name) => armNamed(name, "--arms")),
    ...(layout === undefined ? {} : { layout: layoutNamed(layout) }),
    ...(panel === undefined ? {} : { panel }),
    ...(sample === undefined ? {} : { sample }),
    ...(answer === undefined ? {} : { answer }),
    ...(await gradeFrom(written.grade, flags)),
    ...(maxCost === undefined ? {} : { maxCost }),
    ...(concurrency === undefined ? {} : { concurrency }),
  };
}

/** Who grades: the flags' model and rubric over the file's. */
async function gradeFrom(
  written: Plan["grade"],
  { grade: model, rubric: path }: EvalFlags,
): Promise<Pick<Plan, "grade">> {
  if (model === undefined && path === undefined) return {};
  const named = model ?? written?.model;
  if (named === undefined) {
    throw new UserError("--rubric: there is no model that grades by it", ["add --grade MODEL"]);
  }
  if (path === undefined) return { grade: { ...written, model: named } };
  const rubric = await readFile(path, "utf8").catch((error: unknown) => {
    throw new UserError(`--rubric: ${fileTrouble(error, path)}`);
  });
  if (rubric.trim() === "") throw new UserError(`--rubric: expected a text, got none in ${path}`);
  return { grade: { ...written, model: named, rubric } };
}
