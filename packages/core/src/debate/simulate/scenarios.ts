import { findUnknownMembers } from "../../decide/unknown-members.ts";
import { isScoringRule } from "../../decide/scoring-rules.ts";
import { majority, unanimous } from "../../decide/factories.ts";
import type { Spend } from "../../protocol/budget.ts";
import { addSpend, largerSpend, NO_SPEND } from "../../protocol/spend.ts";
import type { StepCall } from "../../protocol/step.ts";
import { parseStep } from "../../protocol/step-id.ts";
import type { Pricing } from "../../protocol/usage.ts";
import { estimateLastTurn, estimateWorstCall, MAX_QUOTE_FACTOR } from "../spending/call-spend.ts";
import { isPerson, mapMembers, withAlternates } from "../config/members.ts";
import { isReview } from "../config/debate-kinds.ts";
import { asksInBatches } from "../config/race-policy.ts";
import { enforcesSchema } from "../prompts/prompt-parts.ts";
import type { Member, ResolvedConfig, Task } from "../config/resolved-config.ts";
import { simulateRun, type BegunRun, type SimulatedCall } from "./simulate-run.ts";
import type { Behavior } from "./worst-case-replies.ts";

/** One way in which a debate may go. */
export interface Scenario {
  config: ResolvedConfig;
  behavior: Behavior;
  /** Members reply to the question at the length of the longest reply, because any of their replies may be quoted again. */
  isAnyQuoted?: boolean;
}

/** Assumptions about the most expensive debate. */
export interface WorstCaseTerms extends Pick<Behavior, "quotesAll"> {
  /** How many times its output limit a reply may have: a reply that was cut off is asked for with twice the limit. */
  outputFactor: number;
  /** Tokens that a token of a quoted reply counts as. */
  quoteFactor: number;
  begunRun?: BegunRun;
}

/** The calls that a debate has yet to pay for, in all of its worst cases. No debate goes all of these ways at once. */
export async function simulateWorstCase(
  config: ResolvedConfig,
  task: Task,
  terms: WorstCaseTerms,
): Promise<SimulatedCall[]> {
  return simulateScenarios(listWorstCases(config, terms), task, terms);
}

async function simulateScenarios(
  scenarios: readonly Scenario[],
  task: Task,
  { outputFactor, quoteFactor, begunRun }: Omit<WorstCaseTerms, "quotesAll">,
): Promise<SimulatedCall[]> {
  const calls: SimulatedCall[] = [];
  for (const { config, behavior, isAnyQuoted } of scenarios) {
    const speakers = config.judge === null ? config.members : [...config.members, config.judge];
    const longest = Math.max(...speakers.map(({ maxOutputTokens }) => maxOutputTokens));
    const replyTokens = (call: StepCall): number => {
      const { role, round } = call.request;
      const isQuoted = isAnyQuoted && (role === "judge" || (role === "debater" && round === 0));
      return (isPerson(call) ? 1 : outputFactor) * (isQuoted ? longest : getLimit(call));
    };
    const terms = { behavior, replyTokens, quoteFactor, ...(begunRun ? { begunRun } : {}) };
    calls.push(...(await simulateRun(config, task, terms)).filter(({ isPaid }) => !isPaid));
  }
  return calls;
}

/** The most that each step may take, by its name. `spend`: upper bound of what a call spends. */
export function findWorstSpends(
  calls: readonly SimulatedCall[],
  spend: (simulated: SimulatedCall) => Spend,
): Map<string, Spend> {
  const worstByStep = new Map<string, Spend>();
  for (const made of calls) {
    const { step } = made.call;
    const before = worstByStep.get(step);
    const callSpend = spend(made);
    worstByStep.set(step, before === undefined ? callSpend : largerSpend(before, callSpend));
  }
  return worstByStep;
}

/** The output limit of a call. */
export function getLimit({ request }: StepCall): number {
  return request.maxOutputTokens ?? 0;
}

export function sumSpends(spends: Iterable<Spend>): Spend {
  return [...spends].reduce(addSpend, NO_SPEND);
}

/**
 * The ways in which a step may be most expensive: everybody disagrees until the end, which brings the crux, the judge
 * and all revisions; all answers are refuted, or all but one, so that there is something to decide; everybody agrees,
 * which brings the audit.
 */
function listWorstCases(
  config: ResolvedConfig,
  { quotesAll }: Pick<Behavior, "quotesAll">,
): Scenario[] {
  const simulated = withLongestPoll(withoutUserCode(config));
  const { verify, audit, report, sides } = config;
  const disagree: Behavior = { agrees: false, usesTools: true, quotesAll, check: "refuted" };
  // Any two members may lead, and be argued for.
  const isAnyQuoted = sides?.answers === "leaders";
  const scenarios: Scenario[] = [{ config: simulated, behavior: disagree, isAnyQuoted }];
  if (verify?.veto) {
    scenarios.push({ config: simulated, behavior: { ...disagree, check: "first_stands" } });
  }
  const agree: Behavior = { agrees: true, usesTools: false, quotesAll, check: "unknown" };
  if (isAnyQuoted) scenarios.push({ config: simulated, behavior: agree, isAnyQuoted });
  if (audit !== null || report?.type === "memo") {
    // Reports don't depend on the number of rounds, and a judge may write up a unanimous panel.
    const { decide } = simulated;
    const writtenUp = typeof decide !== "function" && decide.type === "judged";
    const agreed = {
      ...simulated,
      rounds: 0,
      ...(writtenUp ? { decide: { ...decide, always: true } } : {}),
    };
    scenarios.push({ config: agreed, behavior: agree, isAnyQuoted: true });
  }
  return scenarios;
}

/**
 * Maximum spend of the first attempt at each step that a run has not paid for yet. Recorded replies keep their real
 * length; missing ones are as long as they may be. Covers debaters and the decision, which are never skipped.
 */
export async function estimateWorstCase(
  config: ResolvedConfig,
  task: Task,
  begunRun: BegunRun,
): Promise<Map<string, Spend>> {
  const plain = withLongestPoll(withoutUserCode(config));
  const simulated = { ...(isReview(config) ? withoutTools(plain) : plain), clarify: [] };
  const disagree = { agrees: false, usesTools: false, quotesAll: isReview(config) };
  const checks = config.verify?.veto
    ? (["first_stands", "unknown"] as const)
    : (["refuted"] as const);
  const calls = await simulateScenarios(
    checks.map((check) => ({ config: simulated, behavior: { ...disagree, check } })),
    task,
    { outputFactor: 1, quoteFactor: MAX_QUOTE_FACTOR, begunRun },
  );
  return findWorstSpends(calls, estimateAttempt);
}

/** Upper bound of what one attempt at a call spends. */
export function estimateAttempt({ call, input }: SimulatedCall): Spend {
  return estimateWorstCall({ ...call, maxOutputTokens: getLimit(call) }, input, call.tools);
}

/**
 * Upper bound of what one attempt at a call of a review spends, with room for a last turn after a report that used
 * tools. The turns between are made if they fit; the check may do without tools.
 */
export function estimateReviewAttempt(config: ResolvedConfig, simulated: SimulatedCall): Spend {
  const { call, input } = simulated;
  const name = parseStep(call.step);
  const tools =
    name?.role === "debater" && name.round === 0
      ? config.members[name.panelIndex]?.tools
      : undefined;
  if (tools === undefined || call.tools !== undefined) return estimateAttempt(simulated);
  const member = { ...call, maxOutputTokens: getLimit(call) };
  const offering = input + tools.maxTokens;
  return addSpend(estimateWorstCall(member, offering, tools), estimateLastTurn(member, offering));
}

/** Returns the config without tools, except those that a provider runs. */
export function withoutTools(config: ResolvedConfig): ResolvedConfig {
  if (!hasTools(config)) return config;
  const strip = (member: Member): Member => {
    const { tools, alternates, ...rest } = member;
    return {
      ...rest,
      tools: tools?.isRunByProvider ? tools : undefined,
      ...(alternates ? { alternates: alternates.map(strip) } : {}),
    };
  };
  return { ...config, members: config.members.map(strip) };
}

/** True if members may ask for tools. */
export function hasTools({ members }: ResolvedConfig): boolean {
  return members
    .flatMap(withAlternates)
    .some(({ tools }) => tools !== undefined && !tools.isRunByProvider);
}

/** The calls of a debate that ends as early as it can: all members agree, and every reply can be read. */
export async function simulateFewest(config: ResolvedConfig, task: Task): Promise<SimulatedCall[]> {
  // A person may answer at once.
  if (config.route.type === "always" && listFirstPolled(config).length === 0) return [];
  const verdicts =
    config.verify === null ? ["unknown" as const] : ["ok" as const, "refuted" as const];
  const runs = [];
  for (const check of verdicts) {
    const behavior = { agrees: true, usesTools: false, quotesAll: false, check };
    runs.push(
      await simulateRun(withEarliestEnd(config), task, {
        behavior,
        replyTokens: getLimit,
        quoteFactor: 1,
      }),
    );
  }
  return runs.reduce((fewest, calls) => (calls.length < fewest.length ? calls : fewest));
}

/** Returns the config with rules that end the debate as early as the user's rules may. */
function withEarliestEnd(config: ResolvedConfig): ResolvedConfig {
  const simulated = withoutUserCode(config);
  const { route, stop, poll } = config;
  const first = listFirstPolled(config);
  return {
    ...simulated,
    clarify: [],
    // A panel that doesn't quite agree is not audited.
    audit: null,
    route: route.type === "always" ? route : { ...route, type: "confident", threshold: 0 },
    stop: stop.map((rule) => (typeof rule === "function" ? unanimous() : rule)),
    // A poll that is sure ends the debate.
    ...(asksInBatches(poll)
      ? { poll: ({ asked }) => (asked.length === 0 ? first : []), rounds: 0 }
      : {}),
  };
}

/** The members that a poll asks at least, by panel index. */
function listFirstPolled({ poll, members, stakes, verify }: ResolvedConfig): number[] {
  const everybody = [...members.keys()];
  if (verify?.select) return everybody.slice(0, 1);
  if (!asksInBatches(poll)) return everybody;
  if (typeof poll === "function") return everybody.slice(0, 1);
  if (poll.type === "lead") return everybody.slice(0, poll.by);
  if (stakes !== null) return everybody.slice(0, stakes.person === undefined ? 1 : 0);
  const names = members.map(({ name }) => name);
  const isCalibrated =
    poll.calibration !== undefined &&
    findUnknownMembers(poll.calibration, names).unknown.length < names.length;
  return isCalibrated ? everybody.slice(0, poll.first) : everybody;
}

/**
 * Returns the config without the user's functions, which a simulation never calls: no stop rule, everybody is polled
 * and visible, and the majority decides instead. Everything that prompts depend on stays.
 */
export function withoutUserCode(config: ResolvedConfig): ResolvedConfig {
  const { decide, see, poll, sides, limits } = config;
  const { patience: _patience, ...unhurried } = limits;
  const { substitute: _substitute, ...simulated } = mapMembers(config, mergeAlternates);
  const { route } = simulated;
  const isLead = poll !== null && typeof poll !== "function" && poll.type === "lead";
  return {
    ...simulated,
    stop: [],
    decide: typeof decide === "function" || isScoringRule(decide) ? majority() : decide,
    see: typeof see === "function" ? { type: "all" } : see,
    poll: isLead ? poll : null,
    stakes: null,
    route: route.type === "always" ? route : { ...route, type: "confident", threshold: Infinity },
    // Any member may lead, so any may become the consultant.
    sides: sides && { ...sides, consultancy: sides.consultancy && sides.answers !== "leaders" },
    onEscalate: "flag",
    onRound: "go",
    limits: unhurried,
  };
}

/**
 * Lets a lead of one vote ask everybody that it may ask, as larger leads do where members disagree: the first replies may
 * be unreadable, or fail.
 */
function withLongestPoll(simulated: ResolvedConfig): ResolvedConfig {
  const { poll } = simulated;
  if (poll === null || typeof poll === "function" || poll.type !== "lead") return simulated;
  return { ...simulated, poll: { ...poll, by: Math.max(2, poll.by) } };
}

/** A member that is as expensive as any that may be called in its place. */
function mergeAlternates(member: Member): Member {
  const all = withAlternates(member);
  if (all.length === 1) return member;
  const fallbacks = all.flatMap(({ fallback }) => fallback ?? []);
  const [fallback] = fallbacks;
  const { alternates: _alternates, ...merged } = member;
  const { model } = all.find(enforcesSchema) ?? member;
  return {
    ...merged,
    // The prompt is longer where it brings a schema.
    model,
    maxOutputTokens: Math.max(...all.map(({ maxOutputTokens }) => maxOutputTokens)),
    pricing: mergePricing(all),
    fallback: fallback ? { ...fallback, pricing: mergePricing(fallbacks) } : null,
  };
}

function mergePricing(models: readonly { pricing: Pricing | null }[]): Pricing | null {
  const prices = models.flatMap(({ pricing }) => pricing ?? []);
  if (prices.length < models.length) return null;
  return (tokens) => Math.max(...prices.map((price) => price(tokens)));
}
