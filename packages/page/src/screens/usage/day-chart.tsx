import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { formatCount, formatMoney, formatNumber } from "@rostrum/core/export";
import { formatUsageCost } from "../../record/format-usage-cost.ts";
import type { UsageRow } from "../../api/endpoints.ts";
import type uPlot from "uplot";
import { Chart, styleAxis } from "../../parts/chart.tsx";
import { fillDays } from "./fill-days.ts";

type Measure = "cost" | "calls" | "debates";

const MEASURES: Record<Measure, { name: string; read(row: UsageRow): number }> = {
  cost: { name: "Cost", read: ({ atLeastUsd }) => atLeastUsd },
  calls: { name: "Calls", read: ({ calls }) => calls },
  debates: { name: "Debates", read: ({ debates }) => debates },
};

interface DayChartProps {
  /** One row per day with debates. */
  rows: readonly UsageRow[];
  /** Days in the form 2026-11-01, both included. */
  from: string;
  to: string;
}

/** Spending per day as bars. The day under the pointer is described next to the chart. */
export function DayChart({ rows, from, to }: DayChartProps): VNode {
  const hasCosts = rows.some(({ atLeastUsd }) => atLeastUsd > 0);
  const [chosen, setChosen] = useState<Measure | null>(null);
  const [pointedIndex, setPointedIndex] = useState<number | null>(null);
  const measure = chosen ?? (hasCosts ? "cost" : "calls");
  const days = fillDays(rows, from, to);
  const { name, read } = MEASURES[measure];
  const values = days.map(read);
  const top = days[values.indexOf(Math.max(...values))];
  const pointed = pointedIndex === null ? undefined : days[pointedIndex];
  return (
    <figure class="day-chart">
      <figcaption>
        <h2>By day</h2>
        <div class="segments" role="group" aria-label="What the bars show">
          {(Object.keys(MEASURES) as Measure[]).map((each) => (
            <button
              type="button"
              class="toggle"
              aria-pressed={each === measure}
              onClick={() => setChosen(each)}
            >
              {MEASURES[each].name}
            </button>
          ))}
        </div>
        <span class="dim small day-figures">{pointed ? describeDay(pointed) : ""}</span>
      </figcaption>
      <Chart
        key={`${measure} ${from} ${to} ${values.join()}`}
        label={`${name} by day, from ${from} to ${to}${top ? `; most on ${describeDay(top)}` : ""}`}
        height={200}
        data={[days.map(({ key }) => Date.parse(key ?? "") / 1000), values]}
        options={(color, library) => ({
          tzDate: (seconds) => library.tzDate(new Date(seconds * 1000), "UTC"),
          legend: { show: false },
          cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false } },
          hooks: { setCursor: [(chart) => setPointedIndex(chart.cursor.idx ?? null)] },
          scales: {
            x: { range: (_, low, high) => [low - HALF_DAY, high + HALF_DAY] },
            y: { range: (_, _low, high) => [0, high > 0 ? high * 1.08 : 1] },
          },
          axes: [
            { ...styleAxis(color), grid: { show: false }, values: writeDays, space: 60, size: 32 },
            {
              ...styleAxis(color),
              size: 64,
              values: (_, splits) =>
                splits.map((value) =>
                  measure === "cost" ? formatMoney(value) : formatWhole(value),
                ),
            },
          ],
          series: [
            {},
            {
              fill: color("--accent"),
              stroke: color("--accent"),
              width: 0,
              points: { show: false },
              ...paintBars(library),
            },
          ],
        })}
      />
    </figure>
  );
}

const HALF_DAY = 43_200;
const SHORT_DAY = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});

function writeDays(_chart: unknown, splits: readonly number[]): string[] {
  return splits.map((seconds) => SHORT_DAY.format(seconds * 1000));
}

/** Hides fractions on an axis of calls. */
function formatWhole(value: number): string {
  return Number.isInteger(value) ? formatNumber(value) : "";
}

function paintBars({ paths }: typeof uPlot): Pick<uPlot.Series, "paths"> {
  const bars = paths.bars?.({ size: [0.7, 48], radius: 0.15 });
  return bars ? { paths: bars } : {};
}

function describeDay(row: UsageRow): string {
  const { key, debates, calls } = row;
  const day = SHORT_DAY.format(Date.parse(key ?? ""));
  const cost = formatUsageCost(row, "cost unknown");
  return `${day}: ${cost}, ${formatCount(debates, "debate")}, ${formatCount(calls, "call")}`;
}
