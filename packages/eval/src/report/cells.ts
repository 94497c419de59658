import { formatMoney } from "@rostrum/core/export";
import type { PairedDifference } from "../statistics/paired.ts";
import type { Interval } from "../statistics/wilson.ts";
import type { ArmSummary } from "../summary.ts";
import type { ArmComparison } from "./compare.ts";

/** Shown where a figure is unknown. */
const UNKNOWN = "–";

/** A share in per cent, to a tenth. */
function formatPoints(share: number): string {
  return (share * 100).toFixed(1);
}

export function formatAccuracy({ value, low, high }: Interval): string {
  return `${formatPoints(value)} [${formatPoints(low)}, ${formatPoints(high)}]`;
}

/** In percentage points, with its sign. */
function formatChange(share: number): string {
  const text = formatPoints(share);
  return Number(text) > 0 ? `+${text}` : text.replace(/^-(?=0\.0$)/, "");
}

export function formatCalls(calls: number): string {
  return calls.toFixed(1);
}

export function formatTokens(tokens: number | null): string {
  return tokens === null ? UNKNOWN : Math.round(tokens).toLocaleString("en-US");
}

export function formatUsd(usd: number | null): string {
  return usd === null ? UNKNOWN : formatMoney(usd);
}

export function formatGrade(right: boolean | null): string {
  return right === null ? UNKNOWN : right ? "right" : "wrong";
}

interface ArmColumn {
  title: string;
  cell(arm: ArmSummary): string;
  /** Left out in narrow tables. */
  wide?: true;
}

/** The accuracy and cost of each arm, after its name. */
export const ARM_COLUMNS: readonly ArmColumn[] = [
  { title: "% right [95 %]", cell: ({ accuracy }) => formatAccuracy(accuracy) },
  { title: "calls", cell: ({ calls }) => formatCalls(calls) },
  { title: "tokens", cell: ({ tokens }) => formatTokens(tokens) },
  { title: "$", cell: ({ usd }) => formatUsd(usd) },
  { title: "unread %", cell: ({ unread }) => formatPoints(unread) },
  { title: "cut off %", cell: ({ truncated }) => formatPoints(truncated), wide: true },
  { title: "ECE", cell: ({ calibration }) => calibration?.ece.toFixed(3) ?? UNKNOWN },
];

export const DIFFERENCE_HEAD: readonly string[] = ["points [95 %]", "p", ""];

/** Formats a difference with its interval, p and verdict. Only a significant one is called better or worse. */
export function formatDifference(difference: PairedDifference): string[] {
  const { value, low, high, pCorrected, differs } = difference;
  const better = value > 0 ? "better" : "worse";
  return [
    `${formatChange(value)} [${formatChange(low)}, ${formatChange(high)}]`,
    pCorrected < 0.001 ? "<0.001" : pCorrected.toFixed(3),
    differs ? better : "no difference shown",
  ];
}

/** An arm now and in the earlier run, after its name. */
export const COMPARISON_HEAD: readonly string[] = [
  ...["now %", "before %", "gained", "lost"],
  ...DIFFERENCE_HEAD,
];

export function formatComparison({ now, before, difference }: ArmComparison): string[] {
  const { wins, losses } = difference;
  return [
    ...[formatPoints(now), formatPoints(before), String(wins), String(losses)],
    ...formatDifference(difference),
  ];
}
