import type { MemberAdvice } from "@rostrum/eval";
import { formatMoney } from "@rostrum/core/export";
import { toOneLine } from "@rostrum/core/support";

/**
 * Describes the effect of adding or dropping a member. Says that it may be chance, unless that is unlikely given how
 * many members were tried.
 */
export function describeAdvice({ name, change, gain, costUsd, worthUsd }: MemberAdvice): string {
  const points = (share: number): string => `${share >= 0 ? "+" : ""}${(100 * share).toFixed(1)}`;
  const gainText = `${points(gain.value)} points of right answers [${points(gain.low)}, ${points(gain.high)}]`;
  const caveat = gain.differs ? "" : ", which may be chance";
  const money =
    costUsd === null
      ? ""
      : `; ${formatMoney(Math.abs(costUsd))} ${costUsd < 0 ? "less" : "more"} per question`;
  const worth =
    worthUsd === null
      ? ""
      : `; at these stakes worth ${formatWorth(worthUsd.value)} [${formatWorth(worthUsd.low)}, ${formatWorth(worthUsd.high)}] per question`;
  return `  ${change} ${toOneLine(name)}: ${gainText}${caveat}${money}${worth}`;
}

function formatWorth(usd: number): string {
  return `${usd < 0 ? "−" : "+"}${formatMoney(Math.abs(usd))}`;
}
