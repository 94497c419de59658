import type { LimitFunction } from "p-limit";
import { callWithRetries } from "../../models/index.ts";
import { addCosts } from "../../protocol/add-usage.ts";
import type { DeltaEvent } from "../../protocol/events.ts";
import type { Role } from "../../protocol/model.ts";
import type { BeforeAttempt, Caller, StepCall, StepOutcome } from "../../protocol/step.ts";
import { type CallLimits, CallRules, CappedRules, fits } from "./call-rules.ts";
import { markFilter } from "./mark-filter.ts";

export interface StepOptions extends CallLimits {
  id: string;
  /** Present when somebody listens to the text as it arrives. */
  onDelta: ((event: DeltaEvent) => void) | undefined;
}

/** Groups and rankings of numbers are nothing to read along. */
const SPOKEN: ReadonlySet<Role> = new Set(["debater", "judge", "router"]);

/** Makes the calls of a run, with timeout, retries, caps and deltas. */
export class ModelStep implements CallLimits {
  readonly limits: CallLimits["limits"];
  readonly limiter: CallLimits["limiter"];
  readonly cancellation: CallLimits["cancellation"];
  readonly budget: CallLimits["budget"];
  readonly #id: string;
  readonly #onDelta: StepOptions["onDelta"];
  readonly #limit: Promise<LimitFunction> | null;
  readonly #rules: CallRules;

  constructor({ id, limits, limiter, cancellation, budget, onDelta }: StepOptions) {
    this.limits = limits;
    this.limiter = limiter;
    this.cancellation = cancellation;
    this.budget = budget;
    this.#id = id;
    this.#onDelta = onDelta;
    this.#limit = limits.concurrency === undefined ? null : limitOf(limits.concurrency);
    this.#rules = new CallRules(this);
  }

  async step(wanted: StepCall, beforeAttempt?: BeforeAttempt): Promise<StepOutcome> {
    const { fallback } = wanted;
    const call = (): Promise<StepOutcome> =>
      fallback === null
        ? this.#callOne(wanted, wanted, beforeAttempt)
        : this.#withFallback(wanted, fallback, beforeAttempt);
    // Without a limit it begins at once, so that calls begin in the order of their debaters.
    return this.#limit === null ? call() : (await this.#limit)(call);
  }

  #callOne(caller: Caller, wanted: StepCall, beforeAttempt?: BeforeAttempt): Promise<StepOutcome> {
    const rules =
      this.budget === null ? this.#rules : new CappedRules(this, this.budget.hold, wanted);
    return callWithRetries(caller, this.#withDeltas(wanted), rules, beforeAttempt);
  }

  async #withFallback(
    wanted: StepCall,
    fallback: Caller,
    beforeAttempt: BeforeAttempt | undefined,
  ): Promise<StepOutcome> {
    const failed = await this.#callOne(wanted, wanted, beforeAttempt);
    if (failed.reply !== null) return failed;
    if (this.budget !== null && !(await fits(this.budget.hold, wanted.worst))) {
      // A resumed run may have budget for it.
      const { permanent: _permanent, ...once } = failed;
      return { ...once, error: `${failed.error}; fallback: it does not fit into the budget` };
    }
    const second = await this.#callOne(fallback, wanted, (spent) =>
      beforeAttempt?.(addCosts(failed, spent)),
    );
    const { permanent, ...outcome } = second;
    return {
      ...outcome,
      ...(permanent && failed.permanent ? { permanent } : {}),
      ...(second.reply === null
        ? { error: `${failed.error}; fallback: ${second.error}` }
        : { model: fallback.model.id }),
      ...addCosts(failed, second),
    };
  }

  #withDeltas({
    request,
    mark,
    earlierMarks,
  }: StepCall): StepCall["request"] & { onText?(text: string): void } {
    const onDelta = this.#onDelta;
    if (!onDelta || !SPOKEN.has(request.role)) return request;
    const { round, role, debater } = request;
    const source = debater ?? role;
    const withoutMarks = markFilter([mark, ...earlierMarks]);
    return {
      ...request,
      onText: (text) => {
        // A function model may pass any value.
        if (typeof text !== "string" || this.cancellation.ended) return;
        const shown = withoutMarks(text);
        if (shown === "" && text !== "") return;
        const at = Date.now();
        onDelta({ type: "debate.delta", debateId: this.#id, at, round, source, text: shown });
      },
    };
  }
}

/** Loaded only if a limit is set: most debates have none. */
async function limitOf(concurrency: number): Promise<LimitFunction> {
  const { default: pLimit } = await import("p-limit");
  return pLimit(concurrency);
}
