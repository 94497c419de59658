import { readFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { fileTrouble } from "../file-trouble.ts";
import { UserError } from "../user-error.ts";
import { armsFrom } from "./arms.ts";
import type { Plan } from "./plan.ts";

const NUMBERS = ["sample", "seed", "maxCost", "concurrency"] as const;
const FIELDS: readonly string[] = ["dataset", "layout", "panel", "arms", "answer", ...NUMBERS];

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
  const { dataset, panel, layout, arms, ...others } = value;
  if (panel !== undefined && typeof panel !== "string" && !isObject(panel)) {
    throw new UserError(`${path}: panel: expected a panel's name or a config`);
  }
  return {
    ...(others as Partial<Plan>),
    ...(panel === undefined ? {} : { panel }),
    ...(layout === undefined ? {} : { layout: layout as NonNullable<Plan["layout"]> }),
    ...(dataset === undefined ? {} : { dataset: datasetOf(dataset, path) }),
    ...(arms === undefined ? {} : { arms: armsFrom(arms, `${path}: arms`) }),
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
