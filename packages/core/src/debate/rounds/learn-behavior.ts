import { settleAll } from "../asking/settle-all.ts";
import type { MemberReply } from "../asking/ask.ts";
import { isCode } from "../config/debate-kinds.ts";
import { provisionalReader, type DebateState } from "../state/state.ts";
import { checkAnswer, computeStandings } from "./votes.ts";

/**
 * Runs the checker on the programs so far, so that programs with the same behavior count as one answer. Returns
 * whether anything new was learned.
 */
export async function learnBehavior(
  state: DebateState,
  replies: readonly MemberReply[],
): Promise<boolean> {
  const { config, seats, behaviors } = state;
  if (config.verify === null || !isCode(config)) return false;
  const { values } = computeStandings(seats, replies, provisionalReader(state, replies));
  const open = values.filter((value) => value !== null && !behaviors.has(value.wording));
  const before = behaviors.size;
  await settleAll(
    open.map(async (value) => {
      const { behavior } = await checkAnswer(state, value);
      if (value && behavior !== undefined) behaviors.set(value.wording, behavior);
    }),
  );
  // A checker needn't say how a program behaves.
  return behaviors.size > before;
}
