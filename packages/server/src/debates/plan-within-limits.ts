import { createBudget, planDebate, resolveConfig } from "@rostrum/runtime/api";
import { BudgetExceededError } from "@rostrum/core/support";
import {
  type Amount,
  type Budget,
  COUNTED,
  type DebatePlan,
  type Journal,
  NO_SPEND,
  type Question,
  type Shortage,
} from "@rostrum/core/protocol";
import { HttpError, toHttpError } from "../http-error.ts";
import type { PanelConfig } from "../options.ts";
import { refuseUnpriced } from "../panels/unpriced.ts";
import { RETRY_ADVICE, RETRY_SECONDS, type Spending } from "../users/spending.ts";
import type { User } from "../users/users.ts";

/** What is left of the limits that a plan keeps to. */
type Remainder = Partial<Amount>;

export interface PlanRequest {
  config: PanelConfig;
  question: Question;
  user: User;
  /** Name of the panel, under which the journal has its earlier runs. */
  panel?: string | undefined;
  /** Earlier runs say how long a usual reply is. Only people who read the plan need that. */
  journal?: Journal;
}

export interface PlanWithinLimits {
  plan: DebatePlan;
  /** Why the debate would be refused: nothing or too little is left of a limit, or a price is unknown. */
  refusal: HttpError | null;
}

/**
 * Plans a debate under its own caps and what is left of its user's limits. `/plan` and every start of a debate decide by
 * this, before anything is recorded.
 */
export async function planWithinLimits(
  { config, question, user, panel, journal }: PlanRequest,
  spending: Pick<Spending, "budgetFor" | "checkFunds" | "findReserved">,
): Promise<PlanWithinLimits> {
  const refusal = await findRefusal(config, user, spending);
  // With an unknown price, or nothing left, the debate can't be fitted into the user's limits. The panel's caps hold.
  const limits = refusal === null ? spending.budgetFor("plan", user) : null;
  const budget = await readRemainder(config, limits);
  const plan = await planDebate(
    { journal, ...(budget ? { budget } : {}) },
    resolveConfig(config),
    question,
    panel,
  );
  const { shortage } = plan;
  if (refusal !== null || shortage === undefined) return { plan, refusal };
  return { plan, refusal: await explainShortage(shortage, user, spending) };
}

/** Says whether running debates hold what is missing, so that waiting helps. */
async function explainShortage(
  shortage: Shortage,
  user: User,
  spending: Pick<Spending, "findReserved">,
): Promise<HttpError> {
  const { status, code, message } = toHttpError(new BudgetExceededError(shortage));
  const held = await spending.findReserved(user, shortage.limit);
  if (held === null) return new HttpError(status, code, message);
  const isEnoughLater = (shortage.smallestCap ?? shortage.needed) <= held.unspent;
  const advice = isEnoughLater ? `; ${RETRY_ADVICE}` : "";
  const words = `${message.replace(/\.?$/, ".")} ${held.words}${advice}.`;
  return new HttpError(status, code, words, isEnoughLater ? { retryAfter: RETRY_SECONDS } : {});
}

async function findRefusal(
  config: PanelConfig,
  user: User,
  spending: Pick<Spending, "checkFunds">,
): Promise<HttpError | null> {
  try {
    refuseUnpriced(config, user.wallets);
    await spending.checkFunds(user);
    return null;
  } catch (error) {
    if (error instanceof HttpError && error.status === 402) return error;
    throw error;
  }
}

/** Reads what is left of a panel's caps and a user's limits, as a budget of which nothing is spent yet. */
async function readRemainder(
  { budget }: PanelConfig,
  shared: Budget | null,
): Promise<Budget | null> {
  const own = budget === undefined ? null : "open" in budget ? budget : createBudget(budget);
  if (own === null && shared === null) return null;
  const [ownLeft, sharedLeft] = await Promise.all([own, shared].map(readLeft));
  const left: Remainder = {};
  for (const part of COUNTED) {
    const lowest = Math.min(ownLeft?.[part] ?? Infinity, sharedLeft?.[part] ?? Infinity);
    if (lowest < Infinity) left[part] = lowest;
  }
  return {
    limits: left,
    spent: () => ({ ...NO_SPEND, toolCalls: 0, ms: 0 }),
    left: async () => left,
    describeOwner(part) {
      const limit = sharedLeft?.[part] === left[part] ? shared?.describeOwner?.(part) : undefined;
      return limit && `what is left of ${limit}`;
    },
    msLeft: () => Infinity,
    open() {
      throw new Error("a plan spends nothing");
    },
  };
}

async function readLeft(budget: Budget | null | undefined): Promise<Remainder> {
  if (!budget) return {};
  const { limits } = budget;
  const spent = budget.spent();
  const left: Remainder = {};
  for (const part of COUNTED) {
    const cap = limits[part];
    if (cap !== undefined) left[part] = Math.max(0, cap - spent[part]);
  }
  return { ...left, ...(await budget.left?.()) };
}
