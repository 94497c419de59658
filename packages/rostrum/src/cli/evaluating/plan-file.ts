import { readFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { fileTrouble } from "../file-trouble.ts";
import { UserError } from "../user-error.ts";
import { armsFrom } from "./arms.ts";
import type { Plan } from "./plan.ts";

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
