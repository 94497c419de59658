import { classic, frugal, guarded } from "@rostrum/runtime/api";
import type { Arm } from "@rostrum/eval";
import { readNumber, readWhole, refuse } from "../options/read-flag.ts";
import { UserError } from "../user-error.ts";

type MakeArm = (setting: string | undefined, where: string) => Arm;

/** Arms by name. Some take a setting after a colon. */
const ARMS: Record<string, MakeArm> = {
  single: () => ({ type: "single" }),
  best_member: () => ({ type: "best_member" }),
  self_consistency: (k = "5", where) => ({ type: "self_consistency", k: readWhole(where, k, 1) }),
  vote: () => ({ type: "vote" }),
  vote_at_equal_calls: () => ({ type: "equal_vote", of: "debate", by: "calls" }),
  vote_at_equal_tokens: () => ({ type: "equal_vote", of: "debate", by: "tokens" }),
  vote_at_equal_usd: () => ({ type: "equal_vote", of: "debate", by: "usd" }),
  one_model_at_equal_calls: () => ({ type: "one_model", of: "debate", by: "calls" }),
  one_model_at_equal_tokens: () => ({ type: "one_model", of: "debate", by: "tokens" }),
  one_model_at_equal_usd: () => ({ type: "one_model", of: "debate", by: "usd" }),
  one_model_effort: () => ({ type: "one_model_effort", of: "debate" }),
  self_revise: (rounds = "2", where) => ({
    type: "self_revise",
    rounds: readWhole(where, rounds, 1),
  }),
  debate: () => ({ type: "debate" }),
  guarded: () => ({ type: "debate", name: "guarded", config: guarded }),
  classic: () => ({ type: "debate", name: "classic", config: classic }),
  frugal: () => ({ type: "debate", name: "frugal", config: frugal() }),
  ranked: () => ({ type: "debate", name: "ranked", config: { rounds: 0, decide: "ranked" } }),
  sides: () => ({ type: "debate", name: "sides", config: { rounds: 2, sides: "leaders" } }),
  consultancy: () => ({
    type: "debate",
    name: "consultancy",
    config: { rounds: 2, sides: { answers: "leaders", consultancy: true } },
  }),
  placebo: () => ({ type: "placebo" }),
  judge_best_of_n: () => ({ type: "judge_best_of_n" }),
  sequential: (target, where) => ({
    type: "sequential",
    ...(target === undefined ? {} : { target: readNumber(where, target) }),
  }),
  oracle: () => ({ type: "oracle" }),
};

const ARMS_WITH_SETTING = new Set(["self_consistency", "self_revise", "sequential"]);

const ARM_NAMES: readonly string[] = Object.keys(ARMS);

export const DEFAULT_ARMS: readonly string[] = [
  "single",
  "vote",
  "self_revise",
  "debate",
  "vote_at_equal_calls",
  "one_model_at_equal_tokens",
  "placebo",
  "oracle",
];

/** Reads an arm's name, such as `vote` or `self_consistency:5`. */
export function parseArm(text: string, where: string): Arm {
  const [name = "", setting] = text.trim().split(":");
  const makeArm = Object.hasOwn(ARMS, name) ? ARMS[name] : undefined;
  if (makeArm === undefined) return refuse(where, `arms among ${ARM_NAMES.join(", ")}`, text);
  if (setting !== undefined && !ARMS_WITH_SETTING.has(name)) {
    return refuse(where, `${name} without a setting`, text);
  }
  return makeArm(setting, where);
}

/** Arm types with default settings. Reversed, so that the first name of a type wins. */
const ARMS_BY_TYPE: ReadonlyMap<unknown, Arm> = new Map(
  Object.values(ARMS)
    .toReversed()
    .map((make) => make(undefined, ""))
    .map((arm) => [arm.type, arm]),
);

/** Checks the arms of a plan file: names, or objects with a type and settings. */
export function checkArms(value: unknown, where: string): Arm[] {
  if (!Array.isArray(value)) throw new UserError(`${where}: expected a list of arms`);
  return value.map((entry: unknown, index) => {
    const optionPath = `${where}[${index}]`;
    if (typeof entry === "string") return parseArm(entry, optionPath);
    const { type, ...settings } = (entry ?? {}) as { type?: unknown };
    const arm = ARMS_BY_TYPE.get(type);
    if (arm) return { ...arm, ...settings };
    const types = [...ARMS_BY_TYPE.keys()].toReversed().join(", ");
    const got = JSON.stringify(type) ?? "nothing";
    throw new UserError(`${optionPath}.type: expected one of ${types}, got ${got}`);
  });
}
