import { callersOf, modelsOf } from "../../debate/callers.ts";
import type { Member, Route, Setting } from "../../debate/setting.ts";
import { prompts, replyFormat } from "../../debate/prompts/index.ts";
import { ConfigError } from "../../errors.ts";
import type { Budget, BudgetLimits } from "../../protocol/budget.ts";
import type { DebateConfig, Limits } from "../../protocol/config.ts";
import type { Verifier } from "../../protocol/verify.ts";
import type { PromptSet } from "../../protocol/prompts.ts";
import type { RouteFunction } from "../../protocol/rules.ts";
import { answerKind } from "./answer-kind.ts";
import { callerFunction, type Returned } from "./caller-function.ts";
import {
  atLeastZero,
  fail,
  flag,
  isPlainObject,
  knownKeys,
  oneOf,
  optional,
  positive,
  share,
  wholeNumber,
} from "./checks.ts";
import { memberOf, panelOf } from "./panel.ts";
import { decisionRule, pollRule, routeRule, seeRule, stopRules } from "./rules.ts";

const KEYS: readonly (keyof DebateConfig)[] = [
  "debaters",
  "model",
  "panelSize",
  "personas",
  "judge",
  "rounds",
  "answer",
  "stop",
  "decide",
  "route",
  "poll",
  "revise",
  "see",
  "show",
  "anonymous",
  "prompts",
  "verify",
  "escalateBelow",
  "onEscalate",
  "budget",
  "limits",
  "journal",
  "tracer",
  "meter",
  "traceContent",
  "seed",
];

/** Checks a config and fills in its defaults. Everything wrong with it is found here, before any call. */
export function settingOf(config: unknown): Setting {
  if (!isPlainObject(config)) return fail("config", "an object with `debaters`", config);
  knownKeys(config, KEYS, "");
  const members = panelOf(config);
  const judge =
    config["judge"] === undefined
      ? null
      : memberOf(config["judge"], { field: "judge", name: "judge", fallback: config["model"] });
  const limits = limitsOf(config["limits"]);
  const quorum = optional(wholeNumber(1), Math.min(2, members.length))(
    limits.quorum,
    "limits.quorum",
  );
  if (quorum > members.length) {
    fail("limits.quorum", `at most the number of debaters, ${members.length}`, quorum);
  }
  const answer = answerKind(config["answer"]);
  const poll = pollRule(config["poll"]);
  const setting: Setting = {
    members,
    judge,
    rounds: optional(wholeNumber(0), 2)(config["rounds"], "rounds"),
    answer,
    format: replyFormat(answer),
    stop: stopRules(config["stop"]),
    decide: decisionRule(config["decide"], judge !== null, poll),
    route: routeOf(config["route"], members, config["model"]),
    poll,
    revise: optional(oneOf("everyone", "dissenters"), "everyone")(config["revise"], "revise"),
    see: seeRule(config["see"], members.length),
    show: optional(oneOf("latest", "transcript", "digest"), "latest")(config["show"], "show"),
    anonymous: optional(flag, true)(config["anonymous"], "anonymous"),
    prompts: promptsOf(config["prompts"]),
    verify: verifyOf(config["verify"]),
    escalateBelow: optional(share, 0.5)(config["escalateBelow"], "escalateBelow"),
    onEscalate: optional(oneOf("flag", "wait"), "flag")(config["onEscalate"], "onEscalate"),
    quorum,
    seed: optional(wholeNumber(0), 0)(config["seed"], "seed"),
  };
  checkBudget(config["budget"], setting);
  checkPort(config["journal"], "journal", ["open", "read"], "a journal such as memoryJournal()");
  optional(flag, false)(config["traceContent"], "traceContent");
  checkPort(config["meter"], "meter", ["createHistogram"], "an OpenTelemetry meter");
  checkPort(config["tracer"], "tracer", ["startActiveSpan"], "an OpenTelemetry tracer");
  return setting;
}

/** Limits with their defaults; `concurrency` stays open. */
export function limitsOf(value: unknown): Limits & { timeoutMs: number; retries: number } {
  if (value !== undefined && !isPlainObject(value)) return fail("limits", "an object", value);
  const limits = value ?? {};
  knownKeys(limits, ["concurrency", "timeoutMs", "retries", "quorum"], "limits");
  const concurrency = optional(wholeNumber(1), undefined)(
    limits["concurrency"],
    "limits.concurrency",
  );
  return {
    ...(concurrency !== undefined ? { concurrency } : {}),
    ...(limits["quorum"] !== undefined ? { quorum: limits["quorum"] as number } : {}),
    timeoutMs: optional(positive, 120_000)(limits["timeoutMs"], "limits.timeoutMs"),
    retries: optional(wholeNumber(0), 2)(limits["retries"], "limits.retries"),
  };
}

function routeOf(value: unknown, members: readonly Member[], fallback: unknown): Route {
  const rule = routeRule(value);
  const [first] = members as [Member];
  const own = (model: unknown): Member =>
    memberOf(model, { field: "route.model", name: "router", fallback });
  if (typeof rule === "function") {
    return { type: "function", member: { ...first, name: "router" }, ask: rule as RouteFunction };
  }
  if (rule.type === "always") return { type: "always" };
  const member = rule.model === undefined ? { ...first, name: "router" } : own(rule.model);
  return { type: "confident", member, threshold: rule.threshold ?? 0.85 };
}

function verifyOf(value: unknown): Setting["verify"] {
  if (value === undefined) return null;
  const rule = typeof value === "function" ? { check: value } : value;
  if (!isPlainObject(rule) || typeof rule["check"] !== "function") {
    return fail(
      "verify",
      "a function (answer) => ok, refuted or unknown, or { check, lock, veto }",
      value,
    );
  }
  knownKeys(rule, ["check", "lock", "veto"], "verify");
  return {
    check: rule["check"] as Verifier<unknown>,
    lock: optional(flag, true)(rule["lock"], "verify.lock"),
    veto: optional(flag, true)(rule["veto"], "verify.veto"),
  };
}

const isText: Returned = { expected: "a text", accepts: (said) => typeof said === "string" };

function promptsOf(value: unknown): PromptSet {
  if (value === undefined) return prompts.classic;
  if (typeof value === "string")
    return prompts[oneOf("classic", "critique", "revision")(value, "prompts")];
  if (!isPlainObject(value)) {
    return fail("prompts", `"classic", "critique", "revision", or an object of texts`, value);
  }
  knownKeys(value, Object.keys(prompts.classic), "prompts");
  const own = Object.entries(value).map(([key, part]) => {
    const field = `prompts.${key}`;
    if (typeof part !== "function") return fail(field, "a function that returns the text", part);
    return [key, callerFunction(part as () => unknown, field, isText)];
  });
  return { ...prompts.classic, ...(Object.fromEntries(own) as Partial<PromptSet>) };
}

/** A cap on money is only a cap when every price is known. */
function checkBudget(value: unknown, setting: Setting): void {
  if (value === undefined) return;
  if (!isPlainObject(value)) fail("budget", "limits such as { usd: 0.5 }, or a Budget", value);
  const limits = isShared(value) ? value.limits : (value as BudgetLimits);
  if (!isShared(value)) checkLimits(limits);
  if (limits.usd === undefined) return;
  const unpriced = callersOf(setting)
    .flatMap(({ member }) => modelsOf(member).map((caller) => ({ name: member.name, ...caller })))
    .find(({ pricing }) => pricing === null);
  if (unpriced) {
    throw new ConfigError(
      "budget.usd",
      `expected a known price for every model, got none for ${unpriced.name} (${unpriced.model.id}). ` +
        "Give it a `price`, or cap `calls` or `tokens` instead",
    );
  }
}

/** A `Budget`, or limits for a new one. */
export function isShared(budget: object | undefined): budget is Budget {
  return budget !== undefined && "open" in budget && typeof budget.open === "function";
}

export function checkLimits(limits: BudgetLimits): void {
  if (!isPlainObject(limits)) fail("budget", "limits such as { usd: 0.5 }", limits);
  knownKeys(limits, ["usd", "tokens", "calls", "ms", "onExceeded"], "budget");
  optional(atLeastZero, null)(limits.usd, "budget.usd");
  optional(atLeastZero, null)(limits.tokens, "budget.tokens");
  optional(wholeNumber(0), null)(limits.calls, "budget.calls");
  optional(positive, null)(limits.ms, "budget.ms");
  optional(oneOf("stop", "throw"), null)(limits.onExceeded, "budget.onExceeded");
}

function checkPort(value: unknown, field: string, methods: string[], words: string): void {
  if (value === undefined) return;
  const port = value as Record<string, unknown>;
  if (typeof value !== "object" || value === null) fail(field, words, value);
  if (!methods.every((method) => typeof port[method] === "function")) fail(field, words, value);
}
