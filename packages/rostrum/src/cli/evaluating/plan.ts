import { dirname, resolve } from "node:path";
import { z } from "zod";
import type { Arm } from "../../eval/index.ts";
import { omitUndefined } from "../../omit-undefined.ts";
import { readDataFile, readTextFile } from "../files.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { UserError } from "../user-error.ts";
import { checkArms, DEFAULT_ARMS, parseArm } from "./arms.ts";
import {
  isDataset,
  parseDataset,
  parseLayout,
  type DatasetSource,
  type ItemSource,
} from "./dataset.ts";

/** What to evaluate, from a file, flags or both. */
export interface Plan extends ItemSource {
  /** A panel's name, or the panel itself. */
  panel?: string | ConfigPatch;
  arms: Arm[];
  answer?: unknown;
  grade?: { model: string; rubric?: string; bothOrders?: boolean };
  maxCost?: number;
  concurrency?: number;
}

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

/** Makes a plan from a file, which is an evaluation or a data set, and the flags, which override it. */
export async function makePlan(path: string | undefined, flags: EvalFlags): Promise<Plan> {
  const named = path !== undefined && (await isDataset(path)) ? path : undefined;
  const source = chooseDataset(named, flags);
  const written = path === undefined || named !== undefined ? {} : await readPlanFile(path);
  const { layout, panel, arms, sample, answer, maxCost, concurrency } = flags;
  const dataset = source === undefined ? written.dataset : parseDataset(source);
  if (dataset === undefined) {
    throw new UserError("expected a data set, got none", [
      "rostrum eval --dataset questions.jsonl, or --dataset arithmetic, or a file with a dataset",
    ]);
  }
  return {
    ...written,
    dataset,
    seed: flags.seed ?? written.seed ?? 0,
    arms:
      arms?.split(",").map((name) => parseArm(name, "--arms")) ??
      written.arms ??
      DEFAULT_ARMS.map((name) => parseArm(name, "arms")),
    ...(layout === undefined ? {} : { layout: parseLayout(layout) }),
    ...omitUndefined({ panel, sample, answer, maxCost, concurrency }),
    ...(await chooseGrader(written.grade, flags)),
  };
}

/** A data set may be named with its flag or without it. */
export function chooseDataset(
  argument: string | undefined,
  { dataset }: { dataset?: string },
): string | undefined {
  if (argument !== undefined && dataset !== undefined && argument !== dataset) {
    throw new UserError(`expected one data set, got ${argument} and --dataset ${dataset}`);
  }
  return argument ?? dataset;
}

/** Who grades: the flags' model and rubric over the file's. */
async function chooseGrader(
  written: Plan["grade"],
  { grade, rubric: path }: EvalFlags,
): Promise<Pick<Plan, "grade">> {
  if (grade === undefined && path === undefined) return {};
  const model = grade ?? written?.model;
  if (model === undefined) {
    throw new UserError("--rubric: there is no model that grades by it", ["add --grade MODEL"]);
  }
  if (path === undefined) return { grade: { ...written, model } };
  const rubric = await readTextFile(path, "--rubric");
  if (rubric.trim() === "") throw new UserError(`--rubric: expected a text, got none in ${path}`);
  return { grade: { ...written, model, rubric } };
}

const amount = z.number("expected a number").nonnegative();

/** What a file says about an evaluation. Arms and the panel are checked where they are used. */
const WRITTEN = z
  .strictObject({
    dataset: z.union(
      [z.string(), z.object({ arithmetic: z.string(), count: z.number().optional() })],
      "expected a path or { arithmetic: form, count }",
    ),
    layout: z.unknown(),
    panel: z.union(
      [z.string(), z.record(z.string(), z.unknown())],
      "expected a panel's name or a config",
    ),
    arms: z.unknown(),
    answer: z.unknown(),
    grade: z.union(
      [
        z.string().transform((model) => ({ model })),
        z.strictObject({
          model: z.string(),
          rubric: z.string().optional(),
          bothOrders: z.boolean().optional(),
        }),
      ],
      "expected a model, or { model, rubric, bothOrders }",
    ),
    sample: amount,
    seed: amount,
    maxCost: amount,
    concurrency: amount,
  })
  .partial();

/** Reads an evaluation from a file. Paths in it are relative to its own folder. */
async function readPlanFile(path: string): Promise<Partial<Plan>> {
  const read = WRITTEN.safeParse(await readDataFile(path, "can't read the evaluation"));
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new UserError([path, issue?.path.join("."), issue?.message].filter(Boolean).join(": "));
  }
  const { dataset, arms, ...others } = read.data;
  return {
    ...(others as Partial<Plan>),
    ...(typeof dataset === "string" ? { dataset: resolve(dirname(path), dataset) } : {}),
    ...(typeof dataset === "object" ? { dataset: dataset as DatasetSource } : {}),
    ...(arms === undefined ? {} : { arms: checkArms(arms, `${path}: arms`) }),
  };
}
