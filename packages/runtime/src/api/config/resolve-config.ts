import {
  asksJudge,
  type CheckedLimits,
  isDraft,
  isPerson,
  isReview,
  listCallableModels,
  listModels,
  listVendors,
  type Member,
  prompts,
  type ResolvedConfig,
  type Route,
} from "@rostrum/core/debate";
import type {
  Budget,
  BudgetLimits,
  DebateConfig,
  PromptSet,
  Quorum,
  RouteFunction,
} from "@rostrum/core/protocol";
import {
  isScoringRule,
  judged,
  majority,
  mean,
  posterior,
  resolveLead,
} from "@rostrum/core/decide";
import { getKindName } from "@rostrum/core/answers";
import { ConfigError, isPlainObject } from "@rostrum/core/support";
import { isLimiter, isModel } from "../../models/index.ts";
import {
  BUDGET,
  checkField,
  checkGroup,
  checkKeys,
  CONFIG,
  DEBATER,
  describeExpected,
  fail,
  LIMITS,
} from "@rostrum/core/options";
import { resolveAnswerKind } from "./answer-kind.ts";
import { resolveCompare, resolveInquirers } from "./helper-models.ts";
import { wrapUserFunction, type ReturnCheck } from "./user-function.ts";
import { resolveMember, resolvePanel } from "./panel.ts";
import { resolveVerify } from "./resolve-verify.ts";
import {
  checkDraft,
  CHECKING_ROUNDS,
  checkReview,
  checkSides,
  resolveSides,
} from "./unvoted-debates.ts";
import { applyCertificate, checkStakes } from "./poll.ts";

/** Checks a config and fills in its defaults. Everything wrong with it is found here, before any call. */
export function resolveConfig(config: unknown): ResolvedConfig {
  if (!isPlainObject(config)) return fail("config", "an object with `debaters`", config);
  const misplaced = Object.keys(config).find(
    (key) => Object.hasOwn(DEBATER, key) && !Object.hasOwn(CONFIG, key),
  );
  if (misplaced !== undefined)
    throw new ConfigError(
      misplaced,
      `this option belongs to a member, not to the panel. Write: debaters: [{ model: "…", ${misplaced}: … }]`,
    );
  checkKeys(config, Object.keys(CONFIG), "");
  const members = resolvePanel(config);
  const judge =
    config["judge"] === undefined
      ? null
      : resolveMember(config["judge"], {
          field: "judge",
          name: "judge",
          fallback: config["model"],
        });
  const answer = resolveAnswerKind(config["answer"] ?? CONFIG.answer.default);
  const option = createOptionReader(config);
  const review = isReview({ answer });
  const poll = applyCertificate(resolvePoll(option("poll") as PollRule));
  const limits = resolveLimits(config["limits"]);
  const resolved: ResolvedConfig = {
    members,
    judge,
    rounds: review
      ? CHECKING_ROUNDS
      : resolveRounds(option("rounds") as ResolvedConfig["rounds"], poll),
    answer,
    compare: resolveCompare(config["compare"], { answer, members, judge }),
    sides: config["sides"] === undefined ? null : resolveSides(config["sides"], members),
    ...resolveInquirers(config, { answer, members, judge }),
    stop: [option("stop") as ResolvedConfig["stop"]].flat(),
    decide: resolveDecision(
      // A review has no answer to decide on, and a draft has one text.
      review
        ? majority()
        : isDraft({ answer }) && judge !== null
          ? judged()
          : (option("decide") as ResolvedConfig["decide"] | undefined),
      judge !== null,
      poll,
      answer,
    ),
    route: resolveRoute(option("route") as RouteRule, members, config["model"]),
    poll,
    stakes: (option("stakes") as ResolvedConfig["stakes"] | undefined) ?? null,
    revise: option("revise") as ResolvedConfig["revise"],
    see: resolveTopology(option("see") as ResolvedConfig["see"], members.length),
    show: option("show") as ResolvedConfig["show"],
    anonymous: option("anonymous") as ResolvedConfig["anonymous"],
    prompts: resolvePrompts(option("prompts") as Parameters<typeof resolvePrompts>[0]),
    verify: resolveVerify(config["verify"], answer),
    evidence: option("evidence") as ResolvedConfig["evidence"],
    escalateBelow: option("escalateBelow") as ResolvedConfig["escalateBelow"],
    onEscalate: option("onEscalate") as ResolvedConfig["onEscalate"],
    onRound: option("onRound") as ResolvedConfig["onRound"],
    limits,
    quorum: resolveQuorum(limits.quorum, config["limits"], members),
    clarify: resolveClarify(limits.clarify, config["limits"]),
    seed: option("seed") as ResolvedConfig["seed"],
  };
  if (review) checkReview(resolved);
  if (isDraft(resolved)) checkDraft(resolved);
  if (resolved.sides !== null) checkSides(resolved);
  checkBudget(config["budget"], resolved);
  checkStakes(resolved);
  if (resolved.verify?.select && poll !== null) {
    fail("poll", "nothing with `verify.select`, which says who is asked when", config["poll"]);
  }
  for (const name of ["traceContent", "journal", "meter", "tracer"] as const) option(name);
  if (config["limiter"] !== undefined && !isLimiter(config["limiter"])) {
    fail("limiter", describeExpected(CONFIG.limiter), config["limiter"]);
  }
  return resolved;
}

/** Return values that are expected of a user's functions, by option. */
const RETURNS: Partial<Record<keyof DebateConfig, ReturnCheck>> = {
  stop: {
    expected: "true, false or a reason",
    // In plain JavaScript, returning nothing means no.
    accepts: (returned) =>
      returned === undefined ||
      returned === null ||
      ["boolean", "string"].includes(typeof returned),
  },
  decide: {
    expected: "the name of a debater, or null",
    accepts: (returned) =>
      returned === undefined || returned === null || typeof returned === "string",
  },
  poll: { expected: "a list of panel indexes", accepts: isIndexList },
  see: { expected: "a list of panel indexes", accepts: isIndexList },
  route: {
    expected: '"debate" or "single_agent"',
    accepts: (returned) => returned === "debate" || returned === "single_agent",
    allowsPromise: true,
  },
};

function isIndexList(returned: unknown): boolean {
  return Array.isArray(returned) && returned.every((index) => Number.isInteger(index));
}

/** Reads options by name, each checked as the vocabulary says and with its default. */
function createOptionReader(
  config: Record<string, unknown>,
): (name: keyof DebateConfig) => unknown {
  return (name) => {
    const returned = RETURNS[name];
    const guarded = (value: unknown): unknown =>
      returned && typeof value === "function"
        ? wrapUserFunction(value as () => unknown, name, returned)
        : value;
    const value = checkField(CONFIG[name], config[name], name);
    return Array.isArray(value) ? value.map(guarded) : guarded(value);
  };
}

export function resolveLimits(value: unknown): CheckedLimits {
  return checkGroup<CheckedLimits>(LIMITS, value ?? {}, "limits");
}

/** Functions, people and embedded networks are asked again only if the config says so. */
function resolveClarify(times: number, setting: unknown): ResolvedConfig["clarify"] {
  if (times === 0) return [];
  const isGiven = isPlainObject(setting) && setting["clarify"] !== undefined;
  const models = ["id", "sdk", "command"] as const;
  return isGiven ? [...models, "function", "embedded", "human"] : models;
}

/** The default of a small panel is all of it. */
function resolveQuorum(
  quorum: Quorum,
  setting: unknown,
  panel: readonly Member[],
): ResolvedConfig["quorum"] {
  const isGiven = isPlainObject(setting) && setting["quorum"] !== undefined;
  const { members = Number(LIMITS.quorum.default), vendors = 0 } =
    typeof quorum === "number" ? { members: quorum } : quorum;
  if (isGiven && members > panel.length && (typeof quorum === "number" || quorum.members))
    fail("limits.quorum", `at most the number of debaters, ${panel.length}`, quorum);
  const knownVendors = listVendors(panel);
  if (vendors > knownVendors.length) {
    const vendorList =
      knownVendors.length === 0 ? "none is known" : `known are ${knownVendors.join(", ")}`;
    fail(
      "limits.quorum",
      `at most the number of vendors in the panel (${vendorList}; \`vendor\` of a debater names one)`,
      quorum,
    );
  }
  return { members: Math.min(members, panel.length), vendors };
}

/** A lead asks each member at most once. */
function resolveRounds(rounds: number, poll: ResolvedConfig["poll"]): number {
  return poll !== null && typeof poll !== "function" && poll.type === "lead" ? 0 : rounds;
}

type PollRule = NonNullable<ResolvedConfig["poll"]> | { type: "everyone" };

function resolvePoll(rule: PollRule): ResolvedConfig["poll"] {
  if (typeof rule === "function") return rule;
  if (rule.type === "lead") return resolveLead(rule, "poll");
  return rule.type === "everyone" ? null : rule;
}

/**
 * The default follows from the rest: a sequential poll decides by what made it sure, and a lead by votes.
 */
function resolveDecision(
  rule: ResolvedConfig["decide"] | undefined,
  hasJudge: boolean,
  poll: ResolvedConfig["poll"],
  answer: ResolvedConfig["answer"],
): ResolvedConfig["decide"] {
  const kind = getKindName(answer);
  if (rule === undefined && kind === "score") return mean();
  if (rule !== undefined && isScoringRule(rule) && kind !== "score" && kind !== "number") {
    fail("answer", `score or number, since decide is ${rule.type}`, answer);
  }
  if (rule === undefined && poll !== null && typeof poll !== "function") {
    if (poll.type === "sequential") return posterior(poll.calibration);
    if (poll.type === "lead") return majority();
  }
  if (rule === undefined) return hasJudge ? judged() : majority();
  if (typeof rule !== "function" && asksJudge(rule) && !hasJudge) {
    const reason = rule.type === "judged" ? "decide is judged" : "decide asks for a chairman";
    fail("judge", `a judge, since ${reason}`, undefined);
  }
  return rule;
}

function resolveTopology(rule: ResolvedConfig["see"], size: number): ResolvedConfig["see"] {
  if (typeof rule === "function" || rule.type !== "star") return rule;
  const { i } = rule;
  const isSeat = typeof i === "number" && Number.isInteger(i) && i >= 0 && i < size;
  return isSeat ? rule : fail("see.i", `a panel index from 0 to ${size - 1}`, i);
}

/** A router whose model has not been checked yet. */
type RouteRule =
  | { type: string; model?: unknown; price?: unknown; threshold: number }
  | RouteFunction;

function resolveRoute(rule: RouteRule, members: readonly Member[], fallback: unknown): Route {
  if (typeof rule !== "function" && rule.type === "always") return { type: "always" };
  const [first] = members as [Member];
  const { model, price } = typeof rule === "function" ? {} : rule;
  if (model === undefined && price !== undefined)
    throw new ConfigError("route.price", "set route.model too: the price applies to that model");
  const spec = isPlainObject(model) && !isModel(model) ? model : { model };
  const member =
    model === undefined
      ? { ...first, name: "router" }
      : resolveMember(price === undefined ? model : { ...spec, price }, {
          field: "route.model",
          name: "router",
          fallback,
        });
  if (isPerson(member))
    fail("route.model", "a model, because people only debate and judge", member.model.id);
  if (typeof rule === "function") return { type: "function", member, ask: rule };
  return { type: "confident", member, threshold: rule.threshold };
}

const isText: ReturnCheck = {
  expected: "a text",
  accepts: (returned) => typeof returned === "string",
};

function resolvePrompts(value: keyof typeof prompts | Record<string, unknown>): PromptSet {
  if (typeof value === "string") return prompts[value];
  checkKeys(value, Object.keys(prompts.classic), "prompts");
  const entries = Object.entries(value).map(([key, part]) => {
    const field = `prompts.${key}`;
    if (typeof part !== "function") return fail(field, "a function that returns the text", part);
    return [key, wrapUserFunction(part as () => unknown, field, isText)];
  });
  return { ...prompts.classic, ...(Object.fromEntries(entries) as Partial<PromptSet>) };
}

/**
 * A cap on money works only if every price is known. A comparison whose model nobody named is left out instead, with a
 * warning.
 */
export function checkBudget(value: unknown, resolved: ResolvedConfig): void {
  if (value === undefined) return;
  if (!isPlainObject(value)) fail("budget", "limits such as { usd: 0.5 }, or a Budget", value);
  const limits = isBudget(value) ? value.limits : (value as BudgetLimits);
  if (!isBudget(value)) checkLimits(limits);
  if (limits.usd === undefined) return;
  const unpriced = listCallableModels(resolved)
    .filter(({ role }) => role !== "comparer" || resolved.compare?.isNamed)
    .flatMap(({ member }) =>
      listModels(member)
        .filter(({ pricing }) => pricing === null)
        .map(({ model }) => ({ id: model.id, text: `${member.name} (${model.id})` })),
    );
  if (unpriced.length > 0) {
    // One member is enough to find an id that has several seats. Functions share their ids.
    const texts = new Map(
      unpriced.toReversed().map(({ id, text }) => [id.startsWith("function:") ? text : id, text]),
    );
    const list = [...texts.values()].toReversed().join(", ");
    // No list has the price of a server's own model, however its id is written.
    const check = unpriced.every(({ id }) => id.startsWith("compat:"))
      ? "Give"
      : "Check the id (`rostrum doctor` lists the models that your keys can use), give";
    const advice = `${check} it a price, in US dollars per million tokens: \`{ model: "…", price: { input: 3, output: 15 } }\``;
    throw new ConfigError(
      "budget.usd",
      `expected a known price for every model, got none for ${list}. ${advice}, or limit calls or tokens instead`,
    );
  }
}

/** A `Budget`, or limits for a new one. */
export function isBudget(budget: object | undefined): budget is Budget {
  return budget !== undefined && "open" in budget && typeof budget.open === "function";
}

export function checkLimits(limits: unknown): void {
  if (!isPlainObject(limits)) fail("budget", "limits such as { usd: 0.5 }", limits);
  checkGroup(BUDGET, limits, "budget");
}
