import type { FenceSource } from "./fence.ts";
import type { ResolvedConfig, Task } from "./resolved-config.ts";

/** What the marks of one round of a debate are made from. */
export function fenceSource(
  { config, task }: { config: Pick<ResolvedConfig, "seed">; task: Task },
  round: number,
): FenceSource {
  return { seed: config.seed, round, question: task.question, secret: task.secret() };
}
