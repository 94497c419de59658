import { readRows, type Run } from "./ansi.ts";

/** Content of a terminal from a moment on, with colours as escape sequences. */
export interface Frame {
  atMs: number;
  rows: string[];
}

export interface SvgOptions {
  columns: number;
  /** For screen readers. */
  title: string;
}

/** Long waits are shortened, and the last frame stays long enough to be read. */
const MIN_FRAME_MS = 60;
const MAX_FRAME_MS = 700;
const HOLD_MS = 12_000;

const CELL = { width: 8.43, height: 19 };
const FONT = "14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const MARGIN = 18;
const BAR = 34;
const BACKGROUND = "#0d1117";

/**
 * Renders frames as one image that plays without a script. Rows that don't change are drawn once. With reduced motion, or
 * without animation, only the last frame is visible.
 */
export function terminalSvg(frames: readonly Frame[], { columns, title }: SvgOptions): string {
  const times = playTimes(frames);
  const screens = frames.map((frame) => readRows(frame.rows));
  const rows = Math.max(...frames.map((frame) => frame.rows.length));
  const rowSpans = Array.from({ length: rows }, (_, row) => listRowSpans(screens, row)).flat();
  const width = Math.round(columns * CELL.width + 2 * MARGIN);
  const height = BAR + rows * CELL.height + MARGIN;
  const style = [
    `text { font: ${FONT}; fill: #c9d1d9; white-space: pre }`,
    ".gone { visibility: hidden }",
    "@media (prefers-reduced-motion: no-preference) {",
    ...keyframes(rowSpans, times),
    "}",
  ].join("\n");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<style>\n${style}\n</style>`,
    `<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>`,
    ...["#ff5f57", "#febc2e", "#28c840"].map(
      (fill, index) => `<circle cx="${MARGIN + 4 + index * 20}" cy="18" r="6" fill="${fill}"/>`,
    ),
    ...rowSpans.map((stay) => drawStay(stay, frames.length)),
    "</svg>\n",
  ].join("\n");
}

/** Content of a row from frame `from` up to frame `to`, exclusive. */
interface RowSpan {
  row: number;
  runs: Run[];
  from: number;
  to: number;
}

function listRowSpans(screens: readonly Run[][][], row: number): RowSpan[] {
  const rowSpans: (RowSpan & { look: string })[] = [];
  screens.forEach((screen, index) => {
    const runs = screen[row] ?? [];
    const signature = JSON.stringify(runs);
    const before = rowSpans.at(-1);
    if (before?.look === signature) before.to = index + 1;
    else rowSpans.push({ row, look: signature, runs, from: index, to: index + 1 });
  });
  return rowSpans.filter(({ runs }) => runs.length > 0);
}

/** Start of each frame and end of the animation, in milliseconds. */
function playTimes(frames: readonly Frame[]): number[] {
  let time = 0;
  return [
    ...frames.map(({ atMs }, index) => {
      const gap = atMs - (frames[index - 1]?.atMs ?? atMs);
      if (index > 0) time += Math.min(MAX_FRAME_MS, Math.max(MIN_FRAME_MS, gap));
      return time;
    }),
    time + HOLD_MS,
  ];
}

const nameOf = ({ from, to }: RowSpan): string => `k${from}_${to}`;

function keyframes(stays: readonly RowSpan[], times: readonly number[]): string[] {
  const total = times.at(-1) ?? 1;
  const percent = (frame: number): string =>
    `${(((times[frame] ?? total) / total) * 100).toFixed(2)}%`;
  const end = times.length - 1;
  const moving = new Map(
    stays.filter(({ from, to }) => from > 0 || to < end).map((stay) => [nameOf(stay), stay]),
  );
  return [...moving].flatMap(([name, { from, to }]) => {
    const steps = [
      ...(from > 0 ? ["0% { visibility: hidden }"] : []),
      `${percent(from)} { visibility: visible }`,
      ...(to < end ? [`${percent(to)} { visibility: hidden }`] : []),
    ];
    return [
      `@keyframes ${name} { ${steps.join(" ")} }`,
      `.${name} { animation: ${name} ${total}ms step-end infinite }`,
    ];
  });
}

function drawStay(stay: RowSpan, frames: number): string {
  const { row, runs, from, to } = stay;
  const y = BAR + (row + 0.75) * CELL.height;
  const classes = [
    ...(from > 0 || to < frames ? [nameOf(stay)] : []),
    ...(to < frames ? ["gone"] : []),
  ];
  const spans = runs.map(({ column, text, color, bold, dim }) => {
    const styleAttributes = [
      ...(color ? [`fill="${color}"`] : []),
      ...(bold ? ['font-weight="bold"'] : []),
      ...(dim ? ['fill-opacity="0.65"'] : []),
    ];
    const x = (MARGIN + column * CELL.width).toFixed(1);
    const length = (text.length * CELL.width).toFixed(1);
    return `<tspan ${[`x="${x}"`, `textLength="${length}"`, ...styleAttributes].join(" ")}>${escaped(text)}</tspan>`;
  });
  const marked = classes.length > 0 ? ` class="${classes.join(" ")}"` : "";
  return `<text${marked} y="${y.toFixed(1)}">${spans.join("")}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
