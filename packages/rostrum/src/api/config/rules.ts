import { posterior } from "../../decide/index.ts";
import type {
  DecisionFunction,
  DecisionObject,
  PollFunction,
  SequentialPoll,
  SeeFunction,
  SeeObject,
  StopFunction,
  StopObject,
} from "../../protocol/rules.ts";
import {
  fail,
  flag,
  isPlainObject,
  knownKeys,
  oneOf,
  ownValue,
  share,
  wholeNumber,
  type Check,
} from "./checks.ts";
import { callerFunction, type Returned } from "./caller-function.ts";

type Fields = Record<string, Check<unknown>>;

/** Plain JavaScript may return nothing for no. */
const isVerdict: Returned = {
  expected: "true, false or a reason",
  accepts: (said) =>
    said === undefined || said === null || ["boolean", "string"].includes(typeof said),
};
const isName: Returned = {
  expected: "the name of a debater, or null",
  accepts: (said) => said === undefined || said === null || typeof said === "string",
};
const isIndexList: Returned = {
  expected: "a list of panel indexes",
  accepts: (said) => Array.isArray(said) && said.every((index) => Number.isInteger(index)),
};
const isRouting: Returned = {
  expected: '"debate" or "single_agent"',
  accepts: (said) => said === "debate" || said === "single_agent",
  mayWait: true,
};

/**
 * A rule in any of its three forms: a name, a plain object, or a function. Names become objects, so
 * that only two forms are left.
 */
function ruleOf(
  value: unknown,
  field: string,
  types: Record<string, Fields>,
  returned: Returned,
): unknown {
  if (typeof value === "function") return callerFunction(value as () => unknown, field, returned);
  const spec = typeof value === "string" ? { type: value } : value;
  const names = Object.keys(types).map((name) => `"${name}"`);
  const fields = isPlainObject(spec) ? ownValue(types, spec["type"]) : undefined;
  if (!isPlainObject(spec) || fields === undefined) {
    return fail(
      field,
      `one of ${names.join(", ")}, as a name or as { type }, or a function`,
      value,
    );
  }
  knownKeys(spec, ["type", ...Object.keys(fields)], field);
  for (const [key, check] of Object.entries(fields)) {
    if (spec[key] !== undefined) check(spec[key], `${field}.${key}`);
  }
  return spec;
}

export function stopRules(value: unknown): (StopObject | StopFunction)[] {
  if (value === undefined) return [{ type: "agreement" }];
  if (!Array.isArray(value)) return [stopRule(value, "stop")];
  return value.map((rule, index) => stopRule(rule, `stop[${index}]`));
}

function stopRule(value: unknown, field: string): StopObject | StopFunction {
  return ruleOf(
    value,
    field,
    {
      unanimous: {},
      agreement: { share },
      stable: { rounds: wholeNumber(1) },
      never: {},
    },
    isVerdict,
  ) as StopObject | StopFunction;
}

const calibration: Check<unknown> = (value, field) =>
  isPlainObject(value) && isPlainObject(value["kinds"]) && value["version"] === 1
    ? value
    : fail(field, "what calibrate() returned", value);

/** The default follows from the rest: a sequential poll decides by what made it sure. */
export function decisionRule(
  value: unknown,
  hasJudge: boolean,
  poll: PollFunction | SequentialPoll | null,
): DecisionObject | DecisionFunction {
  if (value === undefined && poll !== null && typeof poll !== "function") {
    return posterior(poll.calibration);
  }
  if (value === undefined) return { type: hasJudge ? "judged" : "majority" };
  const rule = ruleOf(
    value,
    "decide",
    {
      majority: { keepLeader: flag },
      weighted: {},
      central: {},
      posterior: { calibration },
      judged: {
        mode: oneOf("synthesize", "pick"),
        always: flag,
        structured: flag,
        bothOrders: flag,
      },
    },
    isName,
  ) as DecisionObject | DecisionFunction;
  if (typeof rule !== "function" && rule.type === "judged" && !hasJudge) {
    fail("judge", "a judge, since decide is judged", undefined);
  }
  return rule;
}

export function pollRule(value: unknown): PollFunction | SequentialPoll | null {
  if (value === undefined) return null;
  const rule = ruleOf(
    value,
    "poll",
    {
      everyone: {},
      sequential: { calibration, target: share, first: wholeNumber(1), batch: wholeNumber(1) },
    },
    isIndexList,
  ) as { type: "everyone" } | SequentialPoll | PollFunction;
  return typeof rule !== "function" && rule.type === "everyone" ? null : rule;
}

export function seeRule(value: unknown, size: number): SeeObject | SeeFunction {
  if (value === undefined) return { type: "all" };
  const seat: Check<number> = (came, field) =>
    typeof came === "number" && Number.isInteger(came) && came >= 0 && came < size
      ? came
      : fail(field, `a panel index from 0 to ${size - 1}`, came);
  return ruleOf(
    value,
    "see",
    {
      all: {},
      ring: { k: wholeNumber(1) },
      star: { i: seat },
      sample: { k: wholeNumber(1) },
    },
    isIndexList,
  ) as SeeObject | SeeFunction;
}

/** A router whose model has not been looked at yet. */
type RouteRule =
  | { type: string; model?: unknown; threshold?: number }
  | ((question: string) => unknown);

export function routeRule(value: unknown): RouteRule {
  if (value === undefined) return { type: "always" };
  const types = { always: {}, confident: { threshold: share, model: () => true } };
  return ruleOf(value, "route", types, isRouting) as RouteRule;
}
