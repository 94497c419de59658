import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type uPlot from "uplot";
import "../style/chart.css";

/** Reads a color of the page when the chart is drawn, because the theme may change. */
export type ReadColor = (name: string) => () => string;

interface ChartProps {
  /** Description for people who can't see the chart. */
  label: string;
  height: number;
  data: uPlot.AlignedData;
  /** Called once the library has loaded. */
  options(color: ReadColor, library: typeof uPlot): Omit<uPlot.Options, "width" | "height">;
}

/** A chart of full width in the page's colors. The library loads with the first chart. */
export function Chart({ label, height, data, options }: ChartProps): VNode {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    let isUnmounted = false;
    let remove = (): void => undefined;
    const color: ReadColor = (name) => () => getComputedStyle(current).getPropertyValue(name);
    // Ignore a failed load: the figures are next to the chart.
    import("uplot").then(
      ({ default: Library }) => {
        if (isUnmounted) return;
        const size = { width: current.clientWidth, height };
        const chart = new Library({ ...options(color, Library), ...size }, data, current);
        const fit = new ResizeObserver(() => chart.setSize({ width: current.clientWidth, height }));
        fit.observe(current);
        const themed = new MutationObserver(() => chart.redraw());
        themed.observe(document.documentElement, { attributeFilter: ["data-theme"] });
        remove = () => {
          fit.disconnect();
          themed.disconnect();
          chart.destroy();
        };
      },
      () => undefined,
    );
    return () => {
      isUnmounted = true;
      remove();
    };
  }, [label]);
  return (
    <div
      class="chart"
      ref={frame}
      role="img"
      aria-label={label}
      style={{ blockSize: `${height}px` }}
    />
  );
}

/** Style of an axis. */
export function styleAxis(color: ReadColor): uPlot.Axis {
  return {
    stroke: color("--dim"),
    font: "12px system-ui, sans-serif",
    grid: { stroke: color("--line"), width: 1 },
    ticks: { stroke: color("--line"), width: 1 },
  };
}
