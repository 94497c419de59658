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
  // Findings have to quote the material, and a member that seemed blind has to quote it to have seen it.
  const blind = check(reply, isReview(config) || vote?.blind !== undefined);
  // Who has seen it needs no second quote: votes on findings and revisions may have none.
  const hasSeen = vote !== null && vote.blind === undefined;
  return hasSeen && blind === "quotes_nothing" ? null : blind;
}
