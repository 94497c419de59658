import type {
  SequentialPoll,
  DebateConfig,
  Position,
  PromptSet,
  DebateResult,
} from "@rostrum/core/protocol";
import { runResolved } from "@rostrum/runtime/api";
import type { ResolvedConfig } from "@rostrum/core/debate";
import { createSingleWhatIf } from "@rostrum/core/record";
import type { NamedArm } from "./arms.ts";
import type { EvalItem } from "./datasets/item.ts";
import { createOutcome, createWhatIfOutcome, type ArmOutcome, type Grade } from "./outcome.ts";

/** Inputs of an arm for one question. */
export interface ArmContext {
  panel: DebateConfig<never>;
  item: EvalItem;
  grade: Grade;
  /** The panel's independent answers to this question. */
  independent: DebateResult<unknown>;
  /** The independent answers to another question, for the placebo. Absent: no other question has any. */
  otherQuestion: DebateResult<unknown> | undefined;
  /** Outcomes of the arms above this one. */
  before: ReadonlyMap<string, ArmOutcome>;
  withSharedReplies(resolved: ResolvedConfig): ResolvedConfig;
  signal: AbortSignal | undefined;
  secret: string;
}

/** Runs one arm on one question. Arms that only count existing answers make no call. */
export async function runArm(arm: NamedArm, context: ArmContext): Promise<ArmOutcome> {
  const { independent, grade } = context;
  const first = independent.rounds[0]?.positions ?? [];
  switch (arm.type) {
    case "single":
      return scoreMember(first[arm.member ?? 0], grade);
    case "best_member":
      // The best member is known only after all questions: see `chooseBestMember`.
      return scoreMember(first[0], grade);
    case "vote":
      return createOutcome(independent, grade);
    case "oracle": {
      const right = first.find(({ answer }) => grade(answer));
      const { roundZeroVote } = independent.whatIf;
      return createWhatIfOutcome({ ...roundZeroVote, answer: right?.answer ?? null }, grade, {});
    }
    case "self_consistency":
      return runDebate(context, { rounds: 0 }, (resolved) =>
        repeatMembers(resolved, [arm.member ?? 0], arm.k),
      );
    case "one_model": {
      const member = arm.member ?? 0;
      const memberCost = createSingleWhatIf(first[member]);
      const k = countAffordable(arm, context, memberCost[arm.by], 1);
      return runDebate(context, { rounds: 0 }, (resolved) => repeatMembers(resolved, [member], k));
    }
    case "one_model_effort":
      return runDebate(context, { rounds: 0 }, (resolved) =>
        addEffort(repeatMembers(resolved, [arm.member ?? 0], 1), context.before.get(arm.of)),
      );
    case "equal_vote": {
      const { [arm.by]: all } = independent.whatIf.roundZeroVote;
      const k = countAffordable(arm, context, all, first.length);
      return runDebate(context, { rounds: 0 }, (resolved) =>
        repeatMembers(resolved, [...first.keys()], k),
      );
    }
    case "self_revise":
      return runDebate(context, {
        rounds: arm.rounds ?? 2,
        stop: "never",
        revise: "everyone",
        see: () => [],
        prompts: SELF_REVISION_PROMPTS,
      });
    case "debate":
      return runDebate(context, { ...arm.config });
    case "placebo": {
      const { otherQuestion } = context;
      if (otherQuestion === undefined)
        throw new Error("expected another question with answers to show, got none");
      return runDebate(context, { ...arm.config }, (resolved) => ({
        ...resolved,
        // Substitutes the same member's answer to another question.
        substitute: (position) => {
          const seat = resolved.members.findIndex(({ name }) => name === position.debater);
          const other = otherQuestion.rounds[0]?.positions[seat];
          return other ? { ...other, debater: position.debater, round: position.round } : position;
        },
      }));
    }
    case "judge_best_of_n":
      return runDebate(context, { rounds: 0, decide: { type: "judged", mode: "pick" } });
    case "sequential": {
      const { calibration, target } = arm;
      const poll = {
        ...readOwnPoll(context.panel),
        type: "sequential" as const,
        ...(calibration ? { calibration } : {}),
        ...(target === undefined ? {} : { target }),
      };
      return runDebate(context, { rounds: 0, poll });
    }
  }
}

/** Settings of the panel's own sequential poll, as defaults for the arm. */
function readOwnPoll({ poll }: ArmContext["panel"]): Partial<SequentialPoll> {
  return typeof poll === "object" && poll.type === "sequential" ? poll : {};
}

const SELF_REVISION_PROMPTS: Partial<PromptSet> = {
  revision: ({ own }) =>
    `Your last answer was:\n${own}\n\nGo through the problem once more, check each step, and give an ` +
    `updated answer.`,
};

async function runDebate(
  { panel, item, grade, withSharedReplies, signal, secret }: ArmContext,
  changes: Partial<DebateConfig<never>>,
  change: (resolved: ResolvedConfig) => ResolvedConfig = (resolved) => resolved,
): Promise<ArmOutcome> {
  const config = { ...panel, ...changes };
  const options = { secret, ...(signal ? { signal } : {}) };
  const result = await runResolved(config, item.question, options, (resolved) =>
    withSharedReplies(change(resolved)),
  );
  return createOutcome(result, grade);
}

/** The outcome of asking one member alone. */
export function scoreMember(position: Position | undefined, grade: Grade): ArmOutcome {
  return createWhatIfOutcome(createSingleWhatIf(position), grade, {
    confidence: position?.confidence ?? null,
    unread: position?.status === "unread" ? 1 : 0,
    truncated: position?.truncated ? 1 : 0,
  });
}

/** A panel of k debaters, taken from these members in turn. */
function repeatMembers(
  resolved: ResolvedConfig,
  members: readonly number[],
  k: number,
): ResolvedConfig {
  return {
    ...resolved,
    quorum: { members: Math.min(resolved.quorum.members, k), vendors: 0 },
    members: Array.from({ length: k }, (_, seat) => {
      const member = resolved.members[members[seat % members.length] ?? 0] ?? resolved.members[0];
      return { ...(member as ResolvedConfig["members"][number]), name: `sample_${seat}` };
    }),
  };
}

/** Number of answers that another arm's spending on this question buys, given the cost of some answers. */
function countAffordable(
  { of, by }: Extract<NamedArm, { by: string }>,
  { before }: ArmContext,
  cost: number | null,
  answers: number,
): number {
  const spent = before.get(of)?.[by] ?? null;
  if (spent === null || cost === null || cost === 0)
    throw new Error(
      `expected the ${by} that ${of} and the first answers took on this question, got ${spent ?? "unknown"} and ${cost ?? "unknown"}`,
    );
  return Math.max(1, Math.round((spent * answers) / cost));
}

/** Gives members more effort, and room for all output tokens of another arm's debate. */
function addEffort(resolved: ResolvedConfig, other: ArmOutcome | undefined): ResolvedConfig {
  const tokens = other?.debate?.usage.outputTokens ?? 0;
  return {
    ...resolved,
    members: resolved.members.map((member) => ({
      ...member,
      maxOutputTokens: Math.max(member.maxOutputTokens, tokens),
      reasoningEffort: member.reasoningEffort ?? "high",
    })),
  };
}
