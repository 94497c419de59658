import { getKindName } from "../answers/index.ts";
import type { Role } from "../protocol/model.ts";
import type { Caller } from "../protocol/step.ts";
import type { DecisionObject } from "../protocol/rule-settings.ts";
import type { Filled } from "../options/index.ts";
import type { Member, ResolvedConfig } from "./resolved-config.ts";

/** A model that a debate may call, in one role. */
export interface DebateCaller {
  role: Exclude<Role, "tool">;
  member: Member;
  /** Most calls, without retries, without asking again and without the fallback's calls. */
  calls: number;
  /** How many of them may be asked again. */
  again: number;
}

/**
 * Every model that a debate may call, and how often at most. Plan, reservations, price and key checks and
 * the cap of an evaluation all read this list, so a rule that needs a model must be listed here.
 */
export function listCallers(config: ResolvedConfig): DebateCaller[] {
  return listRoles(config).map((caller) => {
    const { role, member } = caller;
    // A person who speaks is not a call.
    const calls = isPerson(member) ? 0 : caller.calls;
    const mayAskAgain = config.clarify.includes(member.model.source);
    const again = mayAskAgain ? Math.min(calls, caller.sections ?? calls) : 0;
    return { role, member, calls, again };
  });
}

interface Calling extends Pick<DebateCaller, "role" | "member" | "calls"> {
  /** How many of the replies have a section. Absent: all of them. */
  sections?: number;
}

function listRoles(config: ResolvedConfig): Calling[] {
  const { members, judge, route, decide, rounds, compare, poll, sides, crux, report, audit } =
    config;
  const callers: Calling[] = [];
  if (route.type !== "always") callers.push({ role: "router", member: route.member, calls: 1 });
  const most = poll !== null && "max" in poll ? poll.max : members.length;
  const asked = members.slice(0, most);
  const roundsHeld = [...Array(countMostRounds(config)).keys()];
  asked.forEach((member, seat) => {
    const spoken = roundsHeld.filter((round) => !isDraft(config) || speaksIn(seat, round));
    const calls = spoken.length;
    callers.push({ role: "debater", member, calls, ...countSections(config, seat) });
  });
  const rule = typeof decide === "function" ? null : decide;
  if (rule?.type === "ranked") {
    for (const member of asked) callers.push({ role: "ballot", member, calls: 1 });
  }
  const judging = judge !== null && rule !== null && asksJudge(rule);
  if (judging) {
    const twice = sides?.swap === true || (rule.type === "judged" && rule.bothOrders);
    const calls = twice ? 2 : 1;
    callers.push({ role: "judge", member: judge, calls });
  }
  if (compare !== null) {
    const { member, bothOrders } = compare;
    const verdict = judging && !(rule.type === "judged" && rule.mode === "pick") ? 1 : 0;
    // Reviews and sides compare the answers of round 0 alone.
    const compared = isReview(config) || sides !== null ? 1 : rounds + 1;
    const calls = compared * (bothOrders ? 2 : 1) + verdict;
    callers.push({ role: "comparer", member, calls });
  }
  if (crux !== null && rounds > 0) callers.push({ role: "crux", member: crux, calls: rounds });
  if (report !== null) callers.push({ role: "claims", member: report.member, calls: 1 });
  if (audit !== null) callers.push({ role: "audit", member: audit, calls: 1 });
  if (report?.type === "memo") callers.push({ role: "memo", member: report.member, calls: 1 });
  return callers;
}

/** Whoever writes a draft, or argues for a side, writes texts. */
function countSections({ answer, sides }: ResolvedConfig, seat: number): { sections?: number } {
  if (sides !== null) return { sections: sides.answers === "leaders" ? 1 : 0 };
  return isDraft({ answer }) && seat === 0 ? { sections: 0 } : {};
}

/** Whether a person speaks for a member. */
export function isPerson({ model }: Pick<Member, "model">): boolean {
  return model.person !== undefined;
}

/** Whether a rule has the judge decide. */
export function asksJudge(rule: Filled<DecisionObject>): boolean {
  return rule.type === "judged" || (rule.type === "ranked" && rule.chairman);
}

/** Most calls, without retries. A fallback is a second model, and every call may need it. */
export function countMostCalls(config: ResolvedConfig): number {
  return listCallers(config).reduce((sum, caller) => {
    const models = withStandIns(caller.member).map((each) => listModels(each).length);
    const turns = [...Array(caller.calls).keys()].map((call) => 1 + countToolSteps(caller, call));
    return sum + Math.max(...models) * turns.reduce((most, each) => most + each, 0);
  }, 0);
}

/** How many tools may be used on the way to a reply, each with a turn after it. */
export function countToolSteps(
  { role, member }: Pick<DebateCaller, "role" | "member">,
  round: number,
): number {
  const { tools, toolsInRevisions, maxToolSteps } = member;
  return role === "debater" && tools && (round === 0 || toolsInRevisions) ? maxToolSteps : 0;
}

/** A member and those that may be called in its place. */
export function withStandIns(member: Member): readonly Member[] {
  return [member, ...(member.standIns ?? [])];
}

/** The calls of a debate that goes through all its rounds and in which nothing has to be asked twice. */
export function likelyCalls(config: ResolvedConfig): number {
  return listCallers(config).reduce((sum, { calls }) => sum + calls, 0);
}

/** A member's own model, and its fallback if it has one. */
export function listModels({ model, pricing, fallback }: Member): Caller[] {
  return [{ model, pricing }, ...(fallback ? [fallback] : [])];
}

/** The same config, with a function applied to every model that it may call. */
export function withModels(
  config: ResolvedConfig,
  change: (caller: Caller) => Caller,
): ResolvedConfig {
  const changed = (member: Member): Member => {
    const { model, pricing, fallback, standIns } = member;
    return {
      ...member,
      ...change({ model, pricing }),
      fallback: fallback && change(fallback),
      ...(standIns ? { standIns: standIns.map(changed) } : {}),
    };
  };
  const { members, judge, route, compare, crux, report, audit } = config;
  return {
    ...config,
    members: members.map(changed),
    judge: judge && changed(judge),
    compare: compare && { ...compare, member: changed(compare.member) },
    crux: crux && changed(crux),
    audit: audit && changed(audit),
    report: report && { ...report, member: changed(report.member) },
    route: route.type === "always" ? route : { ...route, member: changed(route.member) },
  };
}

/** A review lists and checks findings, whatever its stop and decision rules are. */
export function isReview({ answer }: Pick<ResolvedConfig, "answer">): boolean {
  return getKindName(answer) === "findings";
}

/** Answers are programs. */
export function isCode({ answer }: Pick<ResolvedConfig, "answer">): boolean {
  return getKindName(answer) === "code";
}

/** A text is drafted, criticized and revised, whatever the stop and decision rules are. */
export function isDraft({ answer }: Pick<ResolvedConfig, "answer">): boolean {
  return getKindName(answer) === "draft";
}

/** In a draft, the first member writes in even rounds, and the others criticize in odd ones. */
export function speaksIn(seat: number, round: number): boolean {
  return (seat === 0) === (round % 2 === 0);
}

/** Rounds that are argued for one assignment of sides. The leaders are known after round 0. */
export function arguedRounds({ sides, rounds }: ResolvedConfig): { from: number; count: number } {
  return sides?.answers === "leaders" ? { from: 1, count: rounds } : { from: 0, count: rounds + 1 };
}

/** Most rounds that a debate has, those with the sides swapped too. */
export function countMostRounds(config: ResolvedConfig): number {
  if (config.sides === null) return config.rounds + 1;
  const { from, count } = arguedRounds(config);
  return from + count * (config.sides.swap ? 2 : 1);
}
