import { completeQuestion } from "@rostrum/runtime/api";
import type { Journal } from "@rostrum/core/protocol";
import type { PanelConfig } from "../options.ts";
import { refuseUnpriced } from "../panels/unpriced.ts";
import { planWithinLimits } from "./plan-within-limits.ts";
import type { Spending } from "../users/spending.ts";
import type { Order } from "./debate-order.ts";

/** Refuses a debate that its caps and its user's limits have no room for, before anything is recorded. */
export async function refuseUnlessFitting(
  { user, question, fork, follow, tools }: Order,
  config: PanelConfig,
  { spending, journal }: { spending: Spending; journal: Journal },
): Promise<void> {
  // Plans know neither the rounds that a fork doesn't pay again, nor a judge that continues alone.
  if (fork || tools?.alone) {
    if (user.wallets.length > 0) refuseUnpriced(config, user.wallets);
    return spending.checkFunds(user);
  }
  if (user.wallets.length === 0 && config.budget === undefined) return;
  const completed = await completeQuestion(journal, question, follow);
  const { refusal } = await planWithinLimits({ config, question: completed, user }, spending);
  if (refusal !== null) throw refusal;
}
