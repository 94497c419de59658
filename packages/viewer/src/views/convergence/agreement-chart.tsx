import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { formatPercent } from "rostrum/page";
import type uPlot from "uplot";

interface AgreementChartProps {
  /** Agreement of each round. */
  shares: readonly number[];
  /** The line that a rule on agreement would draw. */
  threshold: number;
}

const HEIGHT = 240;

/** Agreement by round. The figures are in the table next to it. */
export function AgreementChart({ shares, threshold }: AgreementChartProps): VNode {
  const frame = useRef<HTMLDivElement>(null);
  const key = `${shares.join()} ${threshold}`;
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    let gone = false;
    let remove = (): void => undefined;
    // The largest part of the page by far, and most readers never open this view.
    void import("uplot").then(({ default: Chart }) => {
      if (gone) return;
      const chart = new Chart(buildOptions(current), buildData(shares, threshold), current);
      const fit = new ResizeObserver(() =>
        chart.setSize({ width: current.clientWidth, height: HEIGHT }),
      );
      fit.observe(current);
      const themed = new MutationObserver(() => chart.redraw());
      themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
      remove = () => {
        fit.disconnect();
        themed.disconnect();
        chart.destroy();
      };
    });
    return () => {
      gone = true;
      remove();
    };
  }, [key]);
  const label = `Agreement by round: ${shares.map(formatPercent).join(", ")}`;
  return <div class="chart" ref={frame} role="img" aria-label={label} />;
}

function buildData(shares: readonly number[], threshold: number): uPlot.AlignedData {
  const rounds = shares.map((_, index) => index);
  return [rounds, [...shares], rounds.map(() => threshold)];
}

function buildOptions(element: HTMLElement): uPlot.Options {
  // Read when the chart is drawn, because the theme may change.
  const colour = (name: string) => (): string => getComputedStyle(element).getPropertyValue(name);
  const axis: uPlot.Axis = {
    stroke: colour("--dim"),
    font: "12px system-ui, sans-serif",
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line"), width: 1 },
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    cursor: { show: false },
    legend: { show: false },
    scales: {
      x: { time: false, range: (_, low, high) => [low - 0.25, Math.max(high, 1) + 0.25] },
      y: { range: [0, 1.05] },
    },
    axes: [
      {
        ...axis,
        splits: (chart) => Array.from(chart.data[0]),
        values: (_, splits) => splits.map((round) => `round ${round}`),
      },
      {
        ...axis,
        size: 48,
        splits: () => [0, 0.25, 0.5, 0.75, 1],
        values: (_, splits) => splits.map(formatPercent),
      },
    ],
    series: [
      {},
      {
        stroke: colour("--accent"),
        width: 2.5,
        points: { show: true, size: 10, fill: colour("--accent"), stroke: colour("--paper") },
      },
      { stroke: colour("--dim"), width: 1.5, dash: [6, 5], points: { show: false } },
    ],
  };
}
