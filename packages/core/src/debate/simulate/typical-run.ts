import { ROUNDING_ERROR } from "../../rounding-error.ts";
import type { Amount, Spend } from "../../protocol/budget.ts";
import type { Role } from "../../protocol/model.ts";
import { parseStep } from "../../protocol/step-id.ts";
import type { StepCall } from "../../protocol/step.ts";
import { addSpend, COUNTED, NO_SPEND } from "../../protocol/spend.ts";
import { isDraft, isReview } from "../config/debate-kinds.ts";
import type { ResolvedConfig, Task } from "../config/resolved-config.ts";
import { getLimit, withoutUserCode } from "./scenarios.ts";
import { simulateRun, type SimulatedCall } from "./simulate-run.ts";

/** Output tokens of a usual reply, by what it was asked for. */
export type ReplyLengths = Partial<Record<Role, number>>;

/** Output tokens of a reply where no earlier runs are known. */
export const USUAL_TOKENS = 700;

/** How much more than providers the estimate counts for prompts in English: it leans to the high side. */
const OVERESTIMATE = 1.2;

/** Typical spend of a debate, with its calls. */
export interface TypicalRun {
  spend: Spend;
  calls: readonly SimulatedCall[];
  /** Roles whose replies count with an assumed length. */
  assumed: Role[];
}

/**
 * Simulates a debate with replies of the usual length: every call that is made in any case, round 0 with its comparison,
 * the decision and the report, and half of a revision by a third of the members. What no longer fits is not counted.
 */
export async function simulateTypical(
  config: ResolvedConfig,
  task: Task,
  /** Names of the steps that take place in any case. */
  certain: ReadonlySet<string>,
  lengths: ReplyLengths,
  /** What caps leave. Infinity: no cap. */
  room: Amount,
): Promise<TypicalRun> {
  const replyTokens = (call: StepCall): number =>
    Math.min(getLimit(call), lengths[call.request.role] ?? USUAL_TOKENS);
  const behavior = {
    agrees: false,
    usesTools: false,
    quotesAll: false,
    areEntriesUsual: true as const,
    check: "unknown" as const,
  };
  const calls = await simulateRun({ ...withoutUserCode(config), clarify: [] }, task, {
    behavior,
    replyTokens,
    // Replies are counted as providers count.
    quoteFactor: OVERESTIMATE,
  });
  const assumed = new Set<Role>();
  const estimateCall = ({ call, input: most }: SimulatedCall): Spend => {
    const share = certain.has(call.step) ? 1 : estimateShare(config, call.step);
    if (share === 0) return NO_SPEND;
    const [input, output] = [Math.ceil(most / OVERESTIMATE), replyTokens(call)];
    const tokens = { input, output, cachedInput: 0, cacheWrite: 0, reasoning: 0 };
    const usd = call.pricing === null ? null : share * call.pricing(tokens);
    return { calls: share, tokens: share * (input + output), usd };
  };
  let spend: Spend = NO_SPEND;
  // The calls of a round are made together or not at all.
  const groups = Map.groupBy(calls, ({ call: { request } }) => `${request.role} ${request.round}`);
  for (const group of groups.values()) {
    const withGroup = group.map(estimateCall).reduce(addSpend, spend);
    const fits = COUNTED.every((part) => (withGroup[part] ?? 0) <= room[part]);
    if (withGroup.calls === spend.calls) continue;
    if (!fits && !group.some(({ call }) => certain.has(call.step))) continue;
    spend = withGroup;
    const [{ call }] = group as [SimulatedCall];
    if (lengths[call.request.role] === undefined) assumed.add(call.request.role);
  }
  return {
    spend: { ...spend, calls: roundUp(spend.calls), tokens: roundUp(spend.tokens ?? 0) },
    calls,
    assumed: [...assumed],
  };
}

function roundUp(sum: number): number {
  return Math.ceil(sum - ROUNDING_ERROR);
}

/** How much of a step a usual debate has. */
function estimateShare(config: ResolvedConfig, step: string): number {
  // Debates without votes don't end early.
  if (isReview(config) || isDraft(config) || config.sides !== null) return 1;
  const name = parseStep(step);
  switch (name?.role) {
    case "debater": {
      const { length } = config.members;
      const revising = Math.ceil(length / 3);
      return name.round === 0 ? 1 : name.round === 1 ? revising / length / 2 : 0;
    }
    case "comparer":
      return name.round === 0 ? 1 : 0;
    case "router":
    case "ballot":
    case "judge":
    case "claims":
    case "memo":
      return 1;
    default:
      return 0;
  }
}
