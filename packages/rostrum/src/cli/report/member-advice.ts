import type { MemberAdvice } from "../../eval/index.ts";
import { formatMoney } from "../../export/index.ts";
import { toOneLine } from "../../visible.ts";

/** What one member more or less would change, in words. It claims a gain or a loss only where the interval excludes 0. */
export function describeAdvice({ name, change, gain, costUsd, worthUsd }: MemberAdvice): string {
  const points = (share: number): string => `${share >= 0 ? "+" : ""}${(100 * share).toFixed(1)}`;
  const size = `${points(gain.value)} points of right answers [${points(gain.low)}, ${points(gain.high)}]`;
  const shown = gain.differs ? "" : ", which may be chance";
  const money =
    costUsd === null
      ? ""
      : `; ${formatMoney(Math.abs(costUsd))} ${costUsd < 0 ? "less" : "more"} per question`;
  const worth =
    worthUsd === null
      ? ""
      : `, ${worthUsd < 0 ? "a loss" : "a gain"} of ${formatMoney(Math.abs(worthUsd))} at these stakes`;
  return `  ${change} ${toOneLine(name)}: ${size}${shown}${money}${worth}`;
}
