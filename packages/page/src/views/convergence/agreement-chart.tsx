import type { VNode } from "preact";
import { formatPercent } from "@rostrum/core/export";
import { Chart, styleAxis } from "../../parts/chart.tsx";

interface AgreementChartProps {
  /** Agreement of each round. */
  shares: readonly number[];
  /** Threshold of a stop rule on agreement. */
  threshold: number;
}

/** Agreement by round. The table next to it has the figures. */
export function AgreementChart({ shares, threshold }: AgreementChartProps): VNode {
  const rounds = shares.map((_, index) => index);
  return (
    <Chart
      key={threshold}
      label={`Agreement by round: ${shares.map(formatPercent).join(", ")}`}
      height={240}
      data={[rounds, [...shares], rounds.map(() => threshold)]}
      options={(color) => ({
        cursor: { show: false },
        legend: { show: false },
        scales: {
          x: { time: false, range: (_, low, high) => [low - 0.25, Math.max(high, 1) + 0.25] },
          y: { range: [0, 1.05] },
        },
        axes: [
          {
            ...styleAxis(color),
            splits: (chart) => Array.from(chart.data[0]),
            values: (_, splits) => splits.map((round) => `round ${round + 1}`),
          },
          {
            ...styleAxis(color),
            size: 48,
            splits: () => [0, 0.25, 0.5, 0.75, 1],
            values: (_, splits) => splits.map(formatPercent),
          },
        ],
        series: [
          {},
          {
            stroke: color("--accent"),
            width: 2.5,
            points: { show: true, size: 10, fill: color("--accent"), stroke: color("--paper") },
          },
          { stroke: color("--dim"), width: 1.5, dash: [6, 5], points: { show: false } },
        ],
      })}
    />
  );
}
