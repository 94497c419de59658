import { counted, money, oneLine } from "../../export/index.ts";
import type { DebatePlan } from "../../protocol/config.ts";

/** What a debate may cost, for people. */
export function planLines({ calls, tokens, usd }: DebatePlan): string[] {
  const range = calls.min === calls.max ? `${calls.max}` : `${calls.min} to ${calls.max}`;
  const likely = calls.likely === calls.max ? "" : `, likely at most ${calls.likely}`;
  return [
    `calls   ${range}${likely}, retries not counted`,
    `tokens  at most ${tokens.max.toLocaleString("en-US")}, estimated`,
    usd.max === null
      ? "cost    unknown: the price of some model is not known"
      : `cost    at most ${money(usd.max)}, estimated`,
  ];
}

/** The same in half a line, before the first call. */
export function planWords({ calls, usd }: DebatePlan): string {
  const price =
    usd.max === null ? "price unknown" : usd.max === 0 ? "free" : `at most ${money(usd.max)}`;
  return `up to ${counted(calls.max, "call")}, ${price}`;
}

export function warningLines({ warnings }: DebatePlan): string[] {
  return warnings.map((warning) => `warning: ${oneLine(warning)}`);
}
