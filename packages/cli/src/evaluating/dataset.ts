import { readFile } from "node:fs/promises";
import {
  arithmetic,
  drawSample,
  loadDataset,
  type ArithmeticForm,
  type EvalItem,
  type FieldMapping,
} from "@rostrum/eval";
import { omitUndefined } from "@rostrum/core/support";
import { refuse } from "../options/read-flag.ts";

/** A file or folder of questions, or generated questions. */
export type DatasetSource = string | { arithmetic: ArithmeticForm; count?: number };

/** Selects the questions to ask. */
export interface ItemSource {
  dataset: DatasetSource;
  layout?: string | FieldMapping;
  sample?: number;
  seed: number;
}

/** Parses a flag's value: a path, or `arithmetic[:form[:count]]`. */
export function parseDataset(text: string): DatasetSource {
  const [name, form = "du", count, ...more] = text.split(":");
  // Other values with a colon may be paths.
  if (name !== "arithmetic") return text;
  if (more.length > 0 || (count !== undefined && !/^[1-9]\d*$/.test(count))) {
    return refuse("--dataset", "arithmetic[:form[:count]]", text);
  }
  return {
    arithmetic: form as ArithmeticForm,
    ...(count === undefined ? {} : { count: Number(count) }),
  };
}

/** Tells a data set from a plan file, by its name or its first character. */
export async function isDataset(path: string): Promise<boolean> {
  if (/^arithmetic(?::|$)/.test(path) || /\.(?:jsonl|csv)(?:\.gz)?$|\.json\.gz$/i.test(path))
    return true;
  if (!/\.json$/i.test(path)) return false;
  const text = await readFile(path, "utf8").catch(() => "");
  return text.trimStart().startsWith("[");
}

/** Parses a flag's value: a layout's name, or `question=field,gold=field`. */
export function parseLayout(text: string): string | FieldMapping {
  if (!text.includes("=")) return text;
  const fields = Object.fromEntries(text.split(",").map((part) => part.split("=", 2)));
  const { question, gold, id } = fields as Partial<FieldMapping>;
  if (!question || !gold) return refuse("--layout", "question=field,gold=field[,id=field]", text);
  return { question, gold, ...(id ? { id } : {}) };
}

/** Loads all questions, so that mistakes show before any model is called. */
export async function loadItems(source: ItemSource): Promise<EvalItem[]> {
  const { dataset, layout, sample, seed } = source;
  if (typeof dataset === "string")
    return loadDataset(dataset, { seed, ...omitUndefined({ layout, sample }) });
  const { arithmetic: form, count } = dataset;
  const items = arithmetic({ form, seed, ...omitUndefined({ count }) });
  return sample === undefined ? items : drawSample(items, sample, seed);
}
