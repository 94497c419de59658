import { counted, money } from "../../export/index.ts";
import type { DebatePlan } from "../../protocol/config.ts";

export interface PlanShape {
  debaters: number;
  /** Revision rounds at most; the independent round comes on top. */
  rounds: number;
  /** One model is asked first whether a debate is needed. */
  routed: boolean;
}

/** "3 debaters × up to 3 rounds + judge = 10 calls, at most $0.04" */
export function planWords(
  { debaters, rounds, routed }: PlanShape,
  { calls, usd }: DebatePlan,
): string {
  const all = rounds + 1;
  const judged = calls.max - debaters * all - (routed ? 1 : 0) > 0;
  const helpers = [...(routed ? ["router"] : []), ...(judged ? ["judge"] : [])];
  const turns = all === 1 ? "1 round" : `up to ${all} rounds`;
  const sum = [`${debaters} debaters × ${turns}`, ...helpers].join(" + ");
  return `${sum} = ${counted(calls.max, "call")}, ${price(usd.max)}`;
}

function price(usd: number | null): string {
  if (usd === null) return "at a price that is not known";
  return usd === 0 ? "free" : `at most ${money(usd)}`;
}
