import { NO_SPEND, type Spend, parseStepName, type StepOutcome } from "@rostrum/core/protocol";
import {
  findCalledMember,
  withAlternates,
  type Member,
  type ResolvedConfig,
} from "@rostrum/core/debate";
import { resolveLimits, resolveConfig, ModelStep, type StepOptions } from "@rostrum/runtime/api";
import { ConfigError } from "@rostrum/core/support";
import type { Cancellation } from "@rostrum/runtime/models";
import type { FindConfig } from "./sent-config.ts";
import type { StepInput } from "./messages.ts";

/** Calls models for steps of any debate. */
export interface ModelCaller {
  /** Name of the provider behind a step, for its concurrency limit. */
  findProvider(input: StepInput): string | undefined;
  call(input: StepInput): Promise<StepOutcome>;
}

/** Answers held in case the cluster is unreachable when they arrive, until they can be delivered. */
const MAX_CACHED_ANSWERS = 500;

/** Counts attempts as tokens: one with twice the output limit may use as much as two. */
const ONE_ATTEMPT: Spend = { ...NO_SPEND, calls: 1, tokens: 1 };

/**
 * Limits only attempts. The debate enforces its own caps and says how many attempts they allow; the first is
 * reserved.
 */
function attemptsOnly(attempts: number): StepOptions["budget"] {
  let attemptsLeft = attempts - 1;
  return {
    budget: { msLeft: () => Infinity },
    reservation: {
      reserve({ tokens }) {
        if ((tokens ?? 1) > attemptsLeft)
          return { limit: "calls", cap: attempts, spent: attempts, needed: 1 };
        attemptsLeft -= tokens ?? 1;
        return null;
      },
      settle: () => undefined,
    },
  };
}

const ENDLESS: Cancellation = { ended: false, reason: undefined, onEnd: () => () => undefined };

export function createModelCaller(findConfig: FindConfig): ModelCaller {
  /** Configs of debates without changes, by panel. */
  const settings = new Map<string, ResolvedConfig>();
  const answers = new Map<string, StepOutcome>();

  function settingFor({ panel, changes }: StepInput): ResolvedConfig {
    const cached = changes ? undefined : settings.get(panel);
    const resolved =
      cached ?? resolveConfig(findConfig({ panel, ...(changes ? { changes } : {}) }));
    if (!changes) settings.set(panel, resolved);
    return resolved;
  }

  function memberFor(input: StepInput): Member {
    const { panel, role, seat } = input;
    const member = findCalledMember(settingFor(input), role, seat);
    if (!member) throw new ConfigError("panel", `panel "${panel}" has no ${role} at seat ${seat}`);
    return withAlternates(member).find(({ model }) => model.id === input.model) ?? member;
  }

  return {
    findProvider: (input) => memberFor(input).model.provider,
    async call(input) {
      const { stepId } = input.request;
      const earlierAnswer = answers.get(stepId);
      if (earlierAnswer) return earlierAnswer;
      const { model, pricing, fallback, providerOptions } = memberFor(input);
      const config = findConfig(input);
      await Promise.all([model.prepare?.(), fallback?.model.prepare?.()]);
      const request = {
        ...input.request,
        ...(input.tools
          ? { tools: Object.fromEntries(input.tools.map((tool) => [tool.name, tool])) }
          : {}),
        ...(providerOptions ? { providerOptions } : {}),
      };
      const models = new ModelStep({
        id: stepId,
        limits: resolveLimits(config.limits),
        limiter: config.limiter,
        cancellation: ENDLESS,
        budget: input.attempts === undefined ? null : attemptsOnly(input.attempts),
        onDelta: undefined,
        onAttempt: undefined,
      });
      const outcome = await models.step({
        ...{ step: parseStepName(stepId), model, pricing, fallback, request },
        // The marks of the prompt are checked by the caller, which reads the reply.
        mark: "",
        earlierMarks: [],
        maxSpend: ONE_ATTEMPT,
        maxSpendDoubled: { ...ONE_ATTEMPT, tokens: 2 },
      });
      answers.set(stepId, outcome);
      while (answers.size > MAX_CACHED_ANSWERS) answers.delete(answers.keys().next().value ?? "");
      return outcome;
    },
  };
}
