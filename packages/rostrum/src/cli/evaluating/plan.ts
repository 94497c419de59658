import { readFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import type { Arm, ArithmeticForm, FieldMapping } from "../../eval/index.ts";
import type { ConfigPatch } from "../options/flags.ts";
import { fileTrouble, UserError } from "../user-error.ts";
import { armsFrom, armNamed, DEFAULT_ARMS } from "./arms.ts";
import { datasetNamed, isDataset, layoutNamed } from "./dataset.ts";

/** A file or folder of questions, or generated questions. */
export type DatasetSource = string | { arithmetic: ArithmeticForm; count?: number };

/** What to evaluate, from a file, flags or both. */
export interface Plan {
  dataset: DatasetSource;
  layout?: string | FieldMapping;
  /** A panel's name, or the panel itself. */
  panel?: string | ConfigPatch;
  arms: Arm[];
  sample?: number;
  seed: number;
  answer?: unknown;
  grade?: { model: string; rubric?: string; bothOrders?: boolean };
  maxCost?: number;
  concurrency?: number;
}

const NUMBERS = ["sample", "seed", "maxCost", "concurrency"] as const;
const FIELDS: readonly string[] = [
  "dataset",
  "layout",
  "panel",
  "arms",
  "answer",
  "grade",
  ...NUMBERS,
];

/** An evaluation from a file. Paths in it are relative to its own folder. */
export async function readPlan(path: string): Promise<Partial<Plan>> {
  const value = await parsed(path);
  if (!isObject(value)) throw new UserError(`${path}: expected { dataset, panel, arms, … }`);
  for (const name of Object.keys(value)) {
    if (FIELDS.includes(name)) continue;
    throw new UserError(`${path}: there is no option "${name}", only ${FIELDS.join(", ")}`);
  }
  for (const name of NUMBERS) {
    const number = value[name];
    if (number === undefined || (typeof number === "number" && number >= 0)) continue;
    throw new UserError(`${path}: ${name}: expected a number, got ${JSON.stringify(number)}`);
  }
  const { dataset, panel, layout, arms, grade, ...others } = value;
  if (panel !== undefined && typeof panel !== "string" && !isObject(panel)) {
    throw new UserError(`${path}: panel: expected a panel's name or a config`);
  }
  return {
    ...(others as Partial<Plan>),
    ...(panel === undefined ? {} : { panel }),
    ...(layout === undefined ? {} : { layout: layout as NonNullable<Plan["layout"]> }),
    ...(dataset === undefined ? {} : { dataset: datasetOf(dataset, path) }),
    ...(grade === undefined ? {} : { grade: graderOf(grade, `${path}: grade`) }),
    ...(arms === undefined ? {} : { arms: armsFrom(arms, `${path}: arms`) }),
  };
}

/** A model's id, or { model, rubric, bothOrders }. */
function graderOf(value: unknown, where: string): NonNullable<Plan["grade"]> {
  const given = typeof value === "string" ? { model: value } : value;
  const form = "a model, or { model, rubric, bothOrders }";
  const refuse = (): never => {
    throw new UserError(`${where}: expected ${form}, got ${JSON.stringify(value)}`);
  };
  if (!isObject(given)) return refuse();
  const { model, rubric, bothOrders, ...unknown } = given;
  if (typeof model !== "string" || Object.keys(unknown).length > 0) return refuse();
  if (rubric !== undefined && typeof rubric !== "string") return refuse();
  if (bothOrders !== undefined && typeof bothOrders !== "boolean") return refuse();
  return {
    model,
    ...(rubric === undefined ? {} : { rubric }),
    ...(bothOrders === undefined ? {} : { bothOrders }),
  };
}

function datasetOf(value: unknown, path: string): Plan["dataset"] {
  if (typeof value === "string") return resolve(dirname(path), value);
  if (isObject(value) && typeof value["arithmetic"] === "string")
    return value as Plan["dataset"] & object;
  throw new UserError(`${path}: dataset: expected a path or { arithmetic: form, count }`);
}

async function parsed(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new UserError(`can't read the evaluation: ${fileTrouble(error, path)}`);
  }
  try {
    if (extname(path) === ".json") return JSON.parse(text);
    const { parse } = await import("yaml");
    return parse(text);
  } catch (error) {
    throw new UserError(
      `can't read ${path}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
