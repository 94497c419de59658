import type { Role } from "../protocol/model.ts";
import type { Caller } from "../protocol/step.ts";
import type { Member, ResolvedConfig } from "./resolved-config.ts";

/** Somebody whom a debate may call. */
export interface DebateCaller {
  role: Role;
  member: Member;
  /** Calls at most. Neither retries nor the fallback's calls are among them. */
  calls: number;
}

/**
 * Everybody whom a debate may call, and how often at most. Plan, reservations, price and key checks and
 * the cap of an evaluation all read this list: a rule that needs a model says so here.
 */
export function callersOf({
  members,
  judge,
  route,
  decide,
  rounds,
}: ResolvedConfig): DebateCaller[] {
  const callers: DebateCaller[] = [];
  if (route.type !== "always") callers.push({ role: "router", member: route.member, calls: 1 });
  for (const member of members) callers.push({ role: "debater", member, calls: rounds + 1 });
  if (judge !== null && typeof decide !== "function" && decide.type === "judged") {
    callers.push({ role: "judge", member: judge, calls: decide.bothOrders ? 2 : 1 });
  }
  return callers;
}

/** Calls at most, retries not counted. A fallback is a second model: each call may come to it. */
export function mostCalls(config: ResolvedConfig): number {
  return callersOf(config).reduce(
    (sum, { member, calls }) => sum + calls * modelsOf(member).length,
    0,
  );
}

/** A member's own model, and its fallback where it has one. */
export function modelsOf({ model, pricing, fallback }: Member): Caller[] {
  return [{ model, pricing }, ...(fallback ? [fallback] : [])];
}

/** The same config with every model that it may call changed. */
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
  const { members, judge, route } = config;
  return {
    ...config,
    members: members.map(changed),
    judge: judge && changed(judge),
    route: route.type === "always" ? route : { ...route, member: changed(route.member) },
  };
}
