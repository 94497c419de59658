import { markup, NOTHING, type Markup } from "@rostrum/core/export";
import type { ArmSummary } from "../summary.ts";
import { formatAccuracy, formatCalls, formatTokens, formatUsd } from "./cells.ts";
import { HINDSIGHT } from "./notes.ts";

const WIDTH = 720;
const HEIGHT = 340;
const LEFT = 52;
const RIGHT = 700;
const TOP = 16;
const BOTTOM = 292;

interface Cost {
  title: string;
  of(arm: ArmSummary): number;
  format(value: number): string;
}

/** Plots accuracy over cost with intervals. Points are labelled by table number, so that labels never overlap. */
export function drawFront(arms: readonly ArmSummary[]): Markup {
  if (arms.length === 0) return NOTHING;
  const cost = chooseCost(arms);
  const maxCost = Math.max(...arms.map(cost.of)) * 1.08 || 1;
  const lowest = Math.floor(Math.min(...arms.map(({ accuracy }) => accuracy.low)) * 10) / 10;
  const floor = Math.min(lowest, 0.9);
  const x = (arm: ArmSummary): number =>
    roundPixels(LEFT + (cost.of(arm) / maxCost) * (RIGHT - LEFT));
  const y = (share: number): number =>
    roundPixels(BOTTOM - ((share - floor) / (1 - floor)) * (BOTTOM - TOP));
  const line = findFront(arms, cost)
    .map((arm) => `${x(arm)},${y(arm.accuracy.value)}`)
    .join(" ");
  return markup`<figure><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Accuracy over ${cost.title}">
    ${Array.from({ length: 5 }, (_, step) => drawGridLine(floor + ((1 - floor) * step) / 4, y))}
    <text x="${LEFT}" y="${BOTTOM + 18}">0</text>
    <text x="${RIGHT}" y="${BOTTOM + 18}" text-anchor="end">${cost.format(maxCost)}</text>
    <text x="${(LEFT + RIGHT) / 2}" y="${BOTTOM + 36}" text-anchor="middle">${cost.title}</text>
    <polyline class="front" points="${line}"></polyline>
    ${arms.map((arm, index) => drawPoint(arm, index, x(arm), y))}
  </svg>
  <figcaption class="dim">% right over ${cost.title}, with 95 % intervals; numbers as in the table. The line joins the arms that no cheaper arm equals; hollow arms use the right answers.</figcaption></figure>`;
}

/** Uses money if all costs are known and some are above zero; else tokens; else calls, which are always known. */
function chooseCost(arms: readonly ArmSummary[]): Cost {
  if (arms.every(({ usd }) => usd !== null) && arms.some(({ usd }) => usd !== 0)) {
    return { title: "US dollars per question", of: ({ usd }) => usd ?? 0, format: formatUsd };
  }
  if (arms.every(({ tokens }) => tokens !== null) && arms.some(({ tokens }) => tokens !== 0)) {
    return { title: "tokens per question", of: ({ tokens }) => tokens ?? 0, format: formatTokens };
  }
  return { title: "calls per question", of: ({ calls }) => calls, format: formatCalls };
}

function findFront(arms: readonly ArmSummary[], cost: Cost): ArmSummary[] {
  let best = -1;
  return arms
    .filter(({ type }) => !HINDSIGHT.has(type))
    .sort((a, b) => cost.of(a) - cost.of(b) || b.accuracy.value - a.accuracy.value)
    .filter(({ accuracy }) => {
      const leads = accuracy.value > best;
      best = Math.max(best, accuracy.value);
      return leads;
    });
}

function drawGridLine(share: number, y: (share: number) => number): Markup {
  return markup`<line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${y(share)}" y2="${y(share)}"></line><text x="${LEFT - 8}" y="${y(share) + 4}" text-anchor="end">${Math.round(share * 100)}</text>`;
}

function drawPoint(
  arm: ArmSummary,
  index: number,
  x: number,
  y: (share: number) => number,
): Markup {
  const { value, low, high } = arm.accuracy;
  return markup`<g class="${HINDSIGHT.has(arm.type) ? "point bound" : "point"}"><title>${arm.name}: ${formatAccuracy(arm.accuracy)}</title>
    <line x1="${x}" x2="${x}" y1="${y(low)}" y2="${y(high)}"></line>
    <circle cx="${x}" cy="${y(value)}" r="9"></circle>
    <text x="${x}" y="${y(value) + 4}" text-anchor="middle">${index + 1}</text></g>`;
}

function roundPixels(value: number): number {
  return Math.round(value * 10) / 10;
}
