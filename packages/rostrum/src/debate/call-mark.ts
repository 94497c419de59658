import { hash32 } from "../record/random.ts";
import { contains } from "./fence.ts";
import { keyedHash } from "./keyed-hash.ts";
import type { Task } from "./resolved-config.ts";

/**
 * The mark around the answer section of one call. It is derived from the run's secret, so that no model can
 * guess it and a resumed run has the same one, and lengthened until no text that the call shows contains it. The
 * seed has no part in it, because a fork under another seed reads the replies of the rounds that it took over.
 */
export function callMark(
  { secret, question }: Pick<Task, "secret" | "question">,
  step: string,
  shown: readonly string[],
): string {
  let mark = "";
  for (let tries = 0; mark === "" || shown.some((text) => contains(text, mark)); tries++) {
    const bits = keyedHash(secret(), `${tries} ${step} ${hash32(question)}`);
    mark += bits.toString(36).padStart(7, "0");
  }
  return mark;
}
