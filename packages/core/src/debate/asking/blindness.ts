import { createMaterialCheck, type MaterialCheck } from "../../answers/blind-reply.ts";
import type { Position } from "../../protocol/position.ts";
import { isMaterial, readOriginalText } from "../../record/quotes/material.ts";
import { isReview } from "../config/debate-kinds.ts";
import type { Task } from "../config/resolved-config.ts";
import type { DebateState, Seat } from "../state/state.ts";

/** Built once per debate, when the first reply arrives. */
const checks = new WeakMap<Task["material"], MaterialCheck>();

/** Reports signs in a reply's words that it was written without the material; `null` if there are none. */
export function findBlindness(
  { task, config, ports }: DebateState,
  { vote }: Seat,
  reply: string,
): NonNullable<Position["blind"]> | null {
  const material = task.material.filter(isMaterial);
  if (material.length === 0 || ports.simulated) return null;
  let check = checks.get(task.material);
  if (check === undefined) {
    const texts = material.flatMap((item) => readOriginalText(item)?.text ?? []);
    check = createMaterialCheck(texts, task.question);
    checks.set(task.material, check);
  }
  // Findings have to quote the material. A member that seemed blind and then quotes it has seen it.
  return check(reply, isReview(config) || vote?.blind !== undefined);
}
