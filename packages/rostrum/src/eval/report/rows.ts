import type { PairedDifference } from "../statistics/paired.ts";
import type { ArmSummary } from "../summary.ts";
import type { ArmComparison } from "./compare.ts";
import {
  accuracyWords,
  callsWords,
  differenceWords,
  eceWords,
  points,
  pWords,
  tokensWords,
  usdWords,
} from "./figures.ts";
import { verdictOf } from "./verdict.ts";

interface ArmColumn {
  title: string;
  cell(arm: ArmSummary): string;
  /** Left out in narrow tables. */
  wide?: true;
}

/** The accuracy and cost of each arm, after its name. */
export const ARM_COLUMNS: readonly ArmColumn[] = [
  { title: "% right [95 %]", cell: ({ accuracy }) => accuracyWords(accuracy) },
  { title: "calls", cell: ({ calls }) => callsWords(calls) },
  { title: "tokens", cell: ({ tokens }) => tokensWords(tokens) },
  { title: "$", cell: ({ usd }) => usdWords(usd) },
  { title: "unread %", cell: ({ unread }) => points(unread) },
  { title: "cut off %", cell: ({ truncated }) => points(truncated), wide: true },
  { title: "ECE", cell: ({ calibration }) => eceWords(calibration) },
];

export const DIFFERENCE_HEAD: readonly string[] = ["points [95 %]", "p", ""];

export function differenceCells(difference: PairedDifference): string[] {
  return [differenceWords(difference), pWords(difference.pCorrected), verdictOf(difference)];
}

/** An arm now and in the earlier run, after its name. */
export const COMPARISON_HEAD: readonly string[] = [
  "now %",
  "before %",
  "gained",
  "lost",
  ...DIFFERENCE_HEAD,
];

export function comparisonCells({ now, before, difference }: ArmComparison): string[] {
  const { wins, losses } = difference;
  return [
    points(now),
    points(before),
    String(wins),
    String(losses),
    ...differenceCells(difference),
  ];
}
