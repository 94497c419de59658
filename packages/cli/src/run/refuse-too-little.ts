import { asksForFindings, type Debate } from "@rostrum/runtime/api";
import type { BudgetLimits, DebatePlan } from "@rostrum/core/protocol";
import { BudgetExceededError, joinWords, roundUpFigure } from "@rostrum/core/support";
import type { ConfigPatch } from "../options/flags.ts";
import { formatCap } from "../report/budget-words.ts";
import { UserError } from "../user-error.ts";

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** Formats a figure as a person types it, without an exponent. */
const PLAIN_FIGURE = new Intl.NumberFormat("en", {
  maximumSignificantDigits: 6,
  useGrouping: false,
});

/** Throws if a cap is too small for the first answers, so that no run is begun. */
export function refuseTooLittle(
  { shortage }: DebatePlan,
  debate: Debate,
  patch: ConfigPatch,
): void {
  if (shortage?.smallestCap === undefined) return;
  const { limit, cap, smallestCap, comparingCap, wholeCap = 0 } = shortage;
  const { judge, ...members } = debate.workers();
  const size = Object.keys(members).length;
  const needs = joinWords([
    `${COUNTS[size] ?? size} ${asksForFindings(patch) ? "reports" : "answers"}`,
    ...(judge === undefined ? [] : ["a verdict"]),
  ]);
  const flag = limit === "usd" ? "--max-cost" : limit === "calls" ? "--max-calls" : "--max-tokens";
  const hasFlag = (patch["budget"] as BudgetLimits | undefined)?.[limit as "usd"] !== undefined;
  const given = hasFlag
    ? `${flag} ${PLAIN_FIGURE.format(cap)}`
    : `The limit of ${formatCap(shortage)}`;
  // Votes on prose mean little without a comparison.
  const compared =
    comparingCap === undefined
      ? ""
      : `; ${flag} ${roundUpFigure(comparingCap)} if answers in other words are to be compared`;
  const whole =
    wholeCap > (comparingCap ?? smallestCap)
      ? `; nothing is left out from ${flag} ${roundUpFigure(wholeCap)}`
      : "";
  const advice = `Smallest: ${flag} ${roundUpFigure(smallestCap)}${compared}${whole}.`;
  throw new UserError(`${given} is too little for ${needs}. ${advice}`, [], {
    cause: new BudgetExceededError(shortage),
  });
}

/** Throws if a flag asks for a report that the limit leaves no room for: nobody wants to pay for half of it. */
export function refuseWithoutReport({ leftOut, warnings }: DebatePlan, patch: ConfigPatch): void {
  if (patch["report"] === undefined || !leftOut?.parts.includes("report")) return;
  const name = patch["report"] === "memo" ? "memo" : "report";
  const { usd, tokens } = (patch["budget"] ?? {}) as BudgetLimits;
  const [limit, cap] =
    usd === undefined ? (["tokens", tokens ?? 0] as const) : (["usd", usd] as const);
  throw new UserError(`The limit leaves no room for the ${name}. Nothing was paid.`, warnings, {
    cause: new BudgetExceededError({ limit, cap, spent: 0, needed: cap }),
  });
}
