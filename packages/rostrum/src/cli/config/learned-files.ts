import { resolve } from "node:path";
import type { ConfigPatch } from "../options/flags.ts";
import { readTextFile } from "../question/text-file.ts";
import { UserError } from "../user-error.ts";

/** Settings that a config may keep in a file of their own, named by its path. */
const LEARNED = ["calibration", "certificate"] as const;

/** A panel whose rules have their calibration and certificate read from the files that they name. */
export async function withLearned(panel: ConfigPatch, folder: string): Promise<ConfigPatch> {
  const whole: ConfigPatch = { ...panel };
  for (const option of ["poll", "decide"]) {
    const rule = panel[option];
    if (typeof rule !== "object" || rule === null || Array.isArray(rule)) continue;
    const filled: Record<string, unknown> = { ...rule };
    for (const field of LEARNED) {
      const named = filled[field];
      if (typeof named === "string") filled[field] = await readJson(resolve(folder, named), field);
    }
    whole[option] = filled;
  }
  return whole;
}

export async function readJson(path: string, what: string): Promise<unknown> {
  const text = await readTextFile(path, what);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new UserError(`${path}: expected a ${what} as JSON, got something else`, [
      "rostrum calibrate writes one",
    ]);
  }
}
