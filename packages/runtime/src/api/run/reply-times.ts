import type { ResolvedConfig } from "@rostrum/core/debate";
import type { Step, StepCall } from "@rostrum/core/protocol";

/** A new reply counts for this much of what is expected of the next. */
const NEWEST = 0.3;

/**
 * How long the debaters of a panel took to reply, over all its debates in this process. It matters where not all calls
 * may begin at once: a round is over sooner if the slow ones don't begin last.
 */
export class ReplyTimes {
  readonly #expected = new Map<string, number>();

  /** A step that measures the replies of debaters. Failures and cancelled calls say nothing about that. */
  note(step: Step): Step {
    return async (call, beforeAttempt) => {
      const startedAt = performance.now();
      const outcome = await step(call, beforeAttempt);
      const { debater } = call.request;
      if (debater !== undefined && outcome.reply !== null) {
        const took = performance.now() - startedAt;
        const before = this.#expected.get(debater) ?? took;
        this.#expected.set(debater, before + NEWEST * (took - before));
      }
      return outcome;
    };
  }

  /** Slowest first; those who never replied stay in panel order, after the others. */
  slowestFirst<T extends { call: StepCall }>(preparedCalls: readonly T[]): T[] {
    const expected = ({ call }: T): number => this.#expected.get(call.request.debater ?? "") ?? 0;
    return preparedCalls.toSorted((a, b) => expected(b) - expected(a));
  }
}

/** A resolved config stands for its panel, and many runs share it. */
const timesByConfig = new WeakMap<ResolvedConfig, ReplyTimes>();

export function findReplyTimes(panel: ResolvedConfig): ReplyTimes {
  const before = timesByConfig.get(panel);
  if (before) return before;
  const times = new ReplyTimes();
  timesByConfig.set(panel, times);
  return times;
}
