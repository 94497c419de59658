import { money } from "../../export/index.ts";
import type { Interval } from "../statistics/wilson.ts";

/** What stands where a figure is unknown. */
const UNKNOWN = "–";

/** A share in per cent, to a tenth. */
export function points(share: number): string {
  return (share * 100).toFixed(1);
}

export function accuracyWords({ value, low, high }: Interval): string {
  return `${points(value)} [${points(low)}, ${points(high)}]`;
}

/** A difference with its interval, in percentage points, each with its sign. */
export function differenceWords({ value, low, high }: Interval): string {
  return `${signed(value)} [${signed(low)}, ${signed(high)}]`;
}

function signed(share: number): string {
  const text = points(share);
  return Number(text) > 0 ? `+${text}` : text.replace(/^-(?=0\.0$)/, "");
}

export function callsWords(calls: number): string {
  return calls.toFixed(1);
}

export function tokensWords(tokens: number | null): string {
  return tokens === null ? UNKNOWN : Math.round(tokens).toLocaleString("en-US");
}

export function usdWords(usd: number | null): string {
  return usd === null ? UNKNOWN : money(usd);
}

export function eceWords(calibration: { ece: number } | null): string {
  return calibration === null ? UNKNOWN : calibration.ece.toFixed(3);
}

export function pWords(p: number): string {
  return p < 0.001 ? "<0.001" : p.toFixed(3);
}

/** A grade in a table; empty where there is none. */
export function gradeWord(right: boolean | null): string {
  return right === null ? "–" : right ? "right" : "wrong";
}
