import type { Filled } from "../../options/checks.ts";
import type { Role } from "../../protocol/model.ts";
import type { DecisionObject } from "../../protocol/rule-settings.ts";
import type { PricedModel } from "../../protocol/step.ts";
import type { Member, ResolvedConfig } from "./resolved-config.ts";

/** A model that a debate may call, in one role. */
export interface CallableModel {
  role: Exclude<Role, "tool">;
  member: Member;
}

/** Options of a config that name models in addition to the debaters. */
export const HELPER_OPTIONS = ["route", "judge", "compare", "crux", "report", "audit"] as const;

type HelperOption = (typeof HELPER_OPTIONS)[number];

interface HelperRow {
  role: Exclude<Role, "tool" | "debater" | "ballot">;
  option: HelperOption;
  /** Absent: called whenever the option names a model. */
  isCalled?(config: ResolvedConfig): boolean;
}

/** The helpers of a debate, in the order in which they are called. */
const HELPERS: readonly HelperRow[] = [
  { role: "router", option: "route" },
  { role: "judge", option: "judge", isCalled: ({ decide }) => asksJudge(decide) },
  { role: "comparer", option: "compare" },
  { role: "crux", option: "crux", isCalled: ({ rounds }) => rounds > 0 },
  { role: "claims", option: "report" },
  { role: "memo", option: "report", isCalled: ({ report }) => report?.type === "memo" },
  { role: "audit", option: "audit" },
];

/**
 * Every model that a debate may call. Checks of prices, keys and files use this list. How often each is called is
 * determined by a simulated run.
 */
export function listCallableModels(config: ResolvedConfig): CallableModel[] {
  const { members, poll, decide } = config;
  const mostAsked = poll !== null && "max" in poll ? poll.max : members.length;
  const debaters = members.slice(0, mostAsked);
  const ranks = typeof decide !== "function" && decide.type === "ranked";
  return [
    ...debaters.map((member): CallableModel => ({ role: "debater", member })),
    ...(ranks ? debaters.map((member): CallableModel => ({ role: "ballot", member })) : []),
    ...HELPERS.flatMap(({ role, option, isCalled }): CallableModel[] => {
      const member = getHelper(config[option]);
      return member !== null && (isCalled?.(config) ?? true) ? [{ role, member }] : [];
    }),
  ];
}

/** Finds the member who is called in a role. `panelIndex` distinguishes debaters. */
export function findCalledMember(
  config: ResolvedConfig,
  role: Role,
  panelIndex: number,
): Member | undefined {
  const models = listCallableModels(config).filter((model) => model.role === role);
  return models[role === "debater" || role === "ballot" ? panelIndex : 0]?.member;
}

/** Returns the config with a function applied to each of its members. */
export function mapMembers(
  config: ResolvedConfig,
  change: (member: Member) => Member,
): ResolvedConfig {
  return {
    ...config,
    members: config.members.map(change),
    ...(mapHelpers(config, change) as Pick<ResolvedConfig, HelperOption>),
  };
}

/** The options that name helpers, with a function applied to every helper. */
export function mapHelpers(
  config: ResolvedConfig,
  change: (member: Member) => unknown,
): Record<HelperOption, unknown> {
  const helpers = HELPER_OPTIONS.map((option) => {
    const value = config[option];
    const member = getHelper(value);
    if (member === null) return [option, value];
    return [option, value === member ? change(member) : { ...value, member: change(member) }];
  });
  return Object.fromEntries(helpers) as Record<HelperOption, unknown>;
}

/** Returns the config with a function applied to each model that it may call, and to the member who calls it. */
export function mapModels(
  config: ResolvedConfig,
  change: (model: PricedModel, member: Member) => PricedModel,
): ResolvedConfig {
  const changeMember = (member: Member): Member => {
    const { model, pricing, fallback, alternates } = member;
    return {
      ...member,
      ...change({ model, pricing }, member),
      fallback: fallback && change(fallback, member),
      ...(alternates ? { alternates: alternates.map(changeMember) } : {}),
    };
  };
  return mapMembers(config, changeMember);
}

/** The member that an option names; `null` if it names none. */
function getHelper(value: ResolvedConfig[HelperOption]): Member | null {
  if (value === null) return null;
  if ("member" in value) return value.member;
  return "model" in value ? value : null;
}

/** True if this member is a person. */
export function isPerson({ model }: Pick<Member, "model">): boolean {
  return model.person !== undefined;
}

export function asksJudge(rule: Filled<DecisionObject> | ResolvedConfig["decide"]): boolean {
  if (typeof rule === "function") return false;
  return rule.type === "judged" || (rule.type === "ranked" && rule.chairman);
}

/** A member and its alternates. */
export function withAlternates(member: Member): readonly Member[] {
  return [member, ...(member.alternates ?? [])];
}

/** A member's own model, and its fallback if it has one. */
export function listModels({ model, pricing, fallback }: Member): PricedModel[] {
  return [{ model, pricing }, ...(fallback ? [fallback] : [])];
}
