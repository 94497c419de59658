import type { DebateConfig, Calibration } from "@rostrum/core/protocol";
import { fail } from "@rostrum/core/options";
import { ConfigError, isPlainObject } from "@rostrum/core/support";

/** A method to compare. All arms of an evaluation draw on the same panel and the same samples. */
export type Arm =
  /** One member alone. */
  | { type: "single"; name?: string; member?: number }
  /** The member that turns out best on these questions: an upper bound for choosing one member. */
  | { type: "best_member"; name?: string }
  /** k samples of one member, and their vote. */
  | { type: "self_consistency"; name?: string; k: number; member?: number }
  /** The vote of the panel's independent answers. */
  | { type: "vote"; name?: string }
  /** The vote of as many independent answers as another arm's calls, tokens or money buy. */
  | { type: "equal_vote"; name?: string; of: string; by: "calls" | "tokens" | "usd" }
  /**
   * One member spends what another arm spent, in calls, tokens or money, on answers of its own, and they vote. The
   * baseline that a debate must beat.
   */
  | {
      type: "one_model";
      name?: string;
      of: string;
      by: "calls" | "tokens" | "usd";
      member?: number;
    }
  /** One member gets the output tokens of another arm for a single reply, and reasons as much as it can. */
  | { type: "one_model_effort"; name?: string; of: string; member?: number }
  /** Every member reconsiders its own answer and sees no others. */
  | { type: "self_revise"; name?: string; rounds?: number }
  /** A debate with any config. */
  | { type: "debate"; name?: string; config?: Partial<DebateConfig<never>> }
  /** A debate in which peers' replies are swapped for replies to other questions. */
  | { type: "placebo"; name?: string; config?: Partial<DebateConfig<never>> }
  /** A judge picks among independent answers. */
  | { type: "judge_best_of_n"; name?: string }
  /** Members are asked one by one until the answer is sure. */
  | { type: "sequential"; name?: string; calibration?: Calibration; target?: number }
  /** Right if any independent answer is right: the accuracy of a perfect judge. */
  | { type: "oracle"; name?: string };

/** An arm with the name under which a report lists it. */
export type NamedArm = Arm & { name: string };

const ARM_TYPES: Record<Arm["type"], true> = {
  single: true,
  best_member: true,
  self_consistency: true,
  vote: true,
  equal_vote: true,
  one_model: true,
  one_model_effort: true,
  self_revise: true,
  debate: true,
  placebo: true,
  judge_best_of_n: true,
  sequential: true,
  oracle: true,
};

function isArm(arm: unknown): boolean {
  return isPlainObject(arm) && Object.hasOwn(ARM_TYPES, String(arm["type"]));
}

/** Gives each arm a unique name, by default after its type. */
export function nameArms(arms: readonly Arm[]): NamedArm[] {
  const named: NamedArm[] = [];
  for (const [index, arm] of arms.entries()) {
    if (!isArm(arm))
      fail(`arms[${index}]`, `{ type } with one of ${Object.keys(ARM_TYPES).join(", ")}`, arm);
    const name = arm.name ?? defaultName(arm);
    const before = named.map((other) => other.name);
    if (before.includes(name)) {
      const message = `expected a name that no other arm has, got "${name}"`;
      throw new ConfigError(`arms[${index}].name`, message);
    }
    if ("of" in arm && !before.includes(arm.of)) {
      const message = `expected the name of an arm above it (${before.join(", ")}), got "${arm.of}"`;
      throw new ConfigError(`arms[${index}].of`, message);
    }
    named.push({ ...arm, name });
  }
  return named;
}

function defaultName(arm: Arm): string {
  switch (arm.type) {
    case "self_consistency":
      return `self_consistency_${arm.k}`;
    case "equal_vote":
      return `vote_at_equal_${arm.by}`;
    case "one_model":
      return `one_model_at_equal_${arm.by}`;
    default:
      return arm.type;
  }
}
