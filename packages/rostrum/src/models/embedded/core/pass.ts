import { LANES, blocksFor } from "./kernel.ts";
import type { Layout } from "./layout.ts";
import type { NetworkSettings } from "./settings.ts";
import type { Step } from "./step.ts";

/**
 * What happens to a chunk of tokens on its way from embeddings to logits, as plain data: the plain kernel goes
 * through the list, and WebAssembly gets one function made from it, so that a pass is a single call.
 */
export function passOf(layout: Layout, settings: NetworkSettings): Step[] {
  const { dim, heads, feedForward } = settings;
  const { state, normed, queryKeyValue, mixed, change, gateUp, scores, rotation } = layout;
  const { capacity } = layout;
  const gateWidth = blocksFor(2 * feedForward) * LANES;
  const product = (
    y: number,
    w: number,
    x: number,
    rows: number,
    columns: number,
    xStride: number,
    yStride: number,
  ): Step => [
    ...(["multiply", y, w, x, blocksFor(rows), columns, columns * LANES] as const),
    ...(["tokens", xStride, yStride] as const),
  ];
  const layers = layout.layers.flatMap((layer): Step[] => [
    ["normalise", normed, state, layer.attentionNorm, dim, "tokens"],
    product(queryKeyValue, layer.queryKeyValue, normed, 3 * dim, dim, dim, 3 * dim),
    [
      ...(["attend", queryKeyValue, layer.keys, layer.values, scores, mixed, rotation] as const),
      ...([dim / heads, heads, capacity, "position", "tokens"] as const),
    ],
    product(change, layer.output, mixed, dim, dim, dim, dim),
    ["addTo", state, change, dim, "tokens"],
    ["normalise", normed, state, layer.feedNorm, dim, "tokens"],
    product(gateUp, layer.gateUp, normed, 2 * feedForward, dim, dim, gateWidth),
    ["gate", gateUp, feedForward, gateWidth, "tokens"],
    product(change, layer.down, gateUp, dim, feedForward, gateWidth, dim),
    ["addTo", state, change, dim, "tokens"],
  ]);
  const rows = settings.vocabulary.length;
  return [
    ...layers,
    ["normalise", normed, state, layout.finalNorm, dim, "tokens"],
    product(layout.logits, layout.embedding, normed, rows, dim, dim, blocksFor(rows) * LANES),
  ];
}
