import type { Arm, ArithmeticForm, FieldMapping } from "../../eval/index.ts";
import type { ConfigPatch } from "../options/flags.ts";

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
