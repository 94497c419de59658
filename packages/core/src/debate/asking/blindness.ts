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
  // Findings must quote the material. So must a member that seemed blind, to show that it sees it now.
  const blind = check(reply, isReview(config) || vote?.blind !== undefined);
  // A member that has shown this needn't quote again: votes on findings and revisions may have no quote.
  const hasSeen = vote !== null && vote.blind === undefined;
  return hasSeen && blind === "quotes_nothing" ? null : blind;
}
