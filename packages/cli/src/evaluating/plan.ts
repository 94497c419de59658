import { dirname, resolve } from "node:path";
import type { Arm } from "@rostrum/eval";
import { omitUndefined, isPlainObject } from "@rostrum/core/support";

import type { ConfigFlags } from "../config/load.ts";
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

/** Settings of an evaluation, from a file, flags or both. */
export interface Plan extends ItemSource {
  /** Name of a panel, or its config. */
  panel?: string | ConfigPatch;
  arms: Arm[];
  answer?: unknown;
  grade?: { model: string; rubric?: string; bothOrders?: boolean };
  maxCost?: number;
  concurrency?: number;
}

/** Parsed flags of `rostrum eval`. */
export interface EvalFlags extends ConfigFlags {
  dataset?: string;
  layout?: string;
  panel?: string;
  arms?: string;
  sample?: number;
  seed?: number;
  answer?: unknown;
  grade?: string;
  /** Path of a text file. */
  rubric?: string;
  maxCost?: number;
  concurrency?: number;
  out?: string;
  compare?: string;
  json?: boolean;
  /** Path, or false for `--no-journal`. Commander sets true when neither is given. */
  journal?: string | boolean;
}

/** Combines a file, which is a plan or a data set, with the flags, which override it. */
export async function makePlan(path: string | undefined, flags: EvalFlags): Promise<Plan> {
  const datasetPath = path !== undefined && (await isDataset(path)) ? path : undefined;
  const source = chooseDataset(datasetPath, flags);
  const planFile = path === undefined || datasetPath !== undefined ? {} : await readPlanFile(path);
  const { layout, panel, arms, sample, answer, maxCost, concurrency } = flags;
  const dataset = source === undefined ? planFile.dataset : parseDataset(source);
  if (dataset === undefined) {
    throw new UserError("expected a data set, got none", [
      "rostrum eval --dataset questions.jsonl, or --dataset arithmetic, or a file with a dataset",
    ]);
  }
  return {
    ...planFile,
    dataset,
    seed: flags.seed ?? planFile.seed ?? 0,
    arms:
      arms?.split(",").map((name) => parseArm(name, "--arms")) ??
      planFile.arms ??
      DEFAULT_ARMS.map((name) => parseArm(name, "arms")),
    ...(layout === undefined ? {} : { layout: parseLayout(layout) }),
    ...omitUndefined({ panel, sample, answer, maxCost, concurrency }),
    ...(await chooseGrader(planFile.grade, flags)),
  };
}

/** Accepts the data set as an argument or as a flag. */
export function chooseDataset(
  argument: string | undefined,
  { dataset }: { dataset?: string },
): string | undefined {
  if (argument !== undefined && dataset !== undefined && argument !== dataset) {
    throw new UserError(`expected one data set, got ${argument} and --dataset ${dataset}`);
  }
  return argument ?? dataset;
}

/** Combines the grader of the file with that of the flags, which override it. */
async function chooseGrader(
  fileGrader: Plan["grade"],
  { grade, rubric: path }: EvalFlags,
): Promise<Pick<Plan, "grade">> {
  if (grade === undefined && path === undefined) return {};
  const model = grade ?? fileGrader?.model;
  if (model === undefined) {
    throw new UserError("--rubric needs a model that grades", ["add --grade <model>"]);
  }
  if (path === undefined) return { grade: { ...fileGrader, model } };
  const rubric = await readTextFile(path, "--rubric");
  if (rubric.trim() === "") throw new UserError(`--rubric: ${path} is empty`);
  return { grade: { ...fileGrader, model, rubric } };
}

const NUMBER_FIELDS = ["sample", "seed", "maxCost", "concurrency"];
const FIELDS = ["dataset", "layout", "panel", "arms", "answer", "grade", ...NUMBER_FIELDS];

/** Reads a plan file. Paths in it are relative to its folder. */
async function readPlanFile(path: string): Promise<Partial<Plan>> {
  const value = await readDataFile(path, "can't read the evaluation");
  if (!isPlainObject(value)) throw new UserError(`${path}: expected { dataset, panel, arms, … }`);
  for (const [name, fieldValue] of Object.entries(value)) {
    if (!FIELDS.includes(name))
      throw new UserError(
        `${path}: unknown option "${name}"; expected one of ${FIELDS.join(", ")}`,
      );
    if (NUMBER_FIELDS.includes(name) && !(typeof fieldValue === "number" && fieldValue >= 0))
      throw new UserError(`${path}: ${name}: expected a number, got ${JSON.stringify(fieldValue)}`);
  }
  const { dataset, panel, arms, grade, ...otherFields } = value;
  if (panel !== undefined && typeof panel !== "string" && !isPlainObject(panel)) {
    throw new UserError(`${path}: panel: expected a panel's name or a config`);
  }
  return {
    ...(otherFields as Partial<Plan>),
    ...omitUndefined({ panel }),
    ...(dataset === undefined ? {} : { dataset: checkDataset(dataset, path) }),
    ...(grade === undefined ? {} : { grade: checkGrader(grade, path) }),
    ...(arms === undefined ? {} : { arms: checkArms(arms, `${path}: arms`) }),
  };
}

/** Accepts a model id, or { model, rubric, bothOrders }. */
function checkGrader(value: unknown, path: string): NonNullable<Plan["grade"]> {
  const grader = isPlainObject(value) ? value : { model: value };
  const { model, rubric, bothOrders, ...unknown } = grader;
  const isGrader =
    typeof model === "string" &&
    ["string", "undefined"].includes(typeof rubric) &&
    ["boolean", "undefined"].includes(typeof bothOrders) &&
    Object.keys(unknown).length === 0;
  if (isGrader) return grader as NonNullable<Plan["grade"]>;
  const form = "a model, or { model, rubric, bothOrders }";
  throw new UserError(`${path}: grade: expected ${form}, got ${JSON.stringify(value)}`);
}

function checkDataset(value: unknown, path: string): DatasetSource {
  if (typeof value === "string") return resolve(dirname(path), value);
  if (isPlainObject(value) && typeof value["arithmetic"] === "string")
    return value as DatasetSource & object;
  throw new UserError(`${path}: dataset: expected a path or { arithmetic: form, count }`);
}
