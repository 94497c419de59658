import type { Role } from "../protocol/model.ts";
import type { Caller } from "../protocol/step.ts";
import type { Member, ResolvedConfig } from "./resolved-config.ts";

/** A model that a debate may call, in one role. */
export interface DebateCaller {
  role: Role;
  member: Member;
  /** Most calls, without retries and without the fallback's calls. */
  calls: number;
}

/**
 * Every model that a debate may call, and how often at most. Plan, reservations, price and key checks and
 * the cap of an evaluation all read this list, so a rule that needs a model must be listed here.
 */
export function callersOf({
  members,
  judge,
  route,
  decide,
  rounds,
  compare,
  poll,
}: ResolvedConfig): DebateCaller[] {
  const callers: DebateCaller[] = [];
  if (route.type !== "always") callers.push({ role: "router", member: route.member, calls: 1 });
  const most = poll !== null && "max" in poll ? poll.max : members.length;
  for (const member of members.slice(0, most))
    callers.push({ role: "debater", member, calls: rounds + 1 });
  const judging = judge !== null && typeof decide !== "function" && decide.type === "judged";
  if (judging) callers.push({ role: "judge", member: judge, calls: decide.bothOrders ? 2 : 1 });
  if (compare !== null) {
    const { member, bothOrders } = compare;
    const verdict = judging && decide.mode === "synthesize" ? 1 : 0;
    const calls = (rounds + 1) * (bothOrders ? 2 : 1) + verdict;
    callers.push({ role: "comparer", member, calls });
  }
  return callers;
}

/** Most calls, without retries. A fallback is a second model, and every call may need it. */
export function mostCalls(config: ResolvedConfig): number {
  return callersOf(config).reduce(
    (sum, { member, calls }) => sum + calls * modelsOf(member).length,
    0,
  );
}

/** A member's own model, and its fallback if it has one. */
export function modelsOf({ model, pricing, fallback }: Member): Caller[] {
  return [{ model, pricing }, ...(fallback ? [fallback] : [])];
}

/** The same config, with a function applied to every model that it may call. */
export function withModels(
  config: ResolvedConfig,
  change: (caller: Caller) => Caller,
): ResolvedConfig {
  const changed = (member: Member): Member => {
    const { model, pricing, fallback } = member;
    return {
      ...member,
      ...change({ model, pricing }),
      fallback: fallback && change(fallback),
    };
  };
  const { members, judge, route, compare } = config;
  return {
    ...config,
    members: members.map(changed),
    judge: judge && changed(judge),
    compare: compare && { ...compare, member: changed(compare.member) },
    route: route.type === "always" ? route : { ...route, member: changed(route.member) },
  };
}
