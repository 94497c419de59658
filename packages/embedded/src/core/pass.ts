import { LANES, countBlocks } from "./kernel.ts";
import type { LayerLayout, Layout } from "./layout.ts";
import type { NetworkSettings } from "./settings.ts";
import type { OfLastToken, Step } from "./kernel.ts";

/** The tokens of a chunk that a step is for. */
interface Which {
  count: "tokens" | 1;
  /** Where they begin, given where the first token of the chunk does. */
  from(first: number, stride: number): number | OfLastToken;
}
const ALL: Which = { count: "tokens", from: (first) => first };
const LAST: Which = { count: 1, from: (first, stride) => ({ first, stride }) };

/** Vectors of all tokens of a chunk, one after the other. */
interface Vectors {
  first: number;
  stride: number;
}

/**
 * What happens to a chunk of tokens on its way from their `beginnings` to the logits of the last one, as plain
 * data: the plain kernel goes through the list, and WebAssembly gets one function made from it, so that a pass
 * is a single call. Only the last token needs logits, so in the last layer the others only leave their keys
 * and values.
 */
export function planPass(layout: Layout, settings: NetworkSettings): Step[] {
  const { dim, heads, feedForward } = settings;
  const { scores, rotation, capacity } = layout;
  const wide = (first: number): Vectors => ({ first, stride: dim });
  const [state, normed, mixed] = [wide(layout.state), wide(layout.normed), wide(layout.mixed)];
  const change = wide(layout.change);
  const queryKeyValue = { first: layout.queryKeyValue, stride: 3 * dim };
  const gateUp = { first: layout.gateUp, stride: countBlocks(2 * feedForward) * LANES };
  const logits = { first: layout.logits, stride: 0 };

  const of = (which: Which) => {
    const at = ({ first, stride }: Vectors): number | OfLastToken => which.from(first, stride);
    return {
      normalise: (weight: number): Step => [
        ...(["normalise", at(normed), at(state), weight, dim, which.count] as const),
      ],
      product: (y: Vectors, w: number, x: Vectors, rows: number, columns = dim): Step => [
        ...(["multiply", at(y), w, at(x), countBlocks(rows), columns, columns * LANES] as const),
        ...([which.count, x.stride, y.stride] as const),
      ],
      gate: (): Step => ["gate", at(gateUp), feedForward, gateUp.stride, which.count],
      addChange: (): Step => ["addTo", at(state), at(change), dim, which.count],
    };
  };
  const [all, last] = [of(ALL), of(LAST)];
  const attend = ({ keys, values }: LayerLayout): Step => [
    ...(["attend", queryKeyValue.first, keys, values, scores, mixed.first, rotation] as const),
    ...([dim / heads, heads, capacity, "position", "tokens"] as const),
  ];

  const layers = layout.layers.flatMap((layer, index): Step[] => {
    const first = index === 0;
    const { normalise, product, gate, addChange } = index + 1 < layout.layers.length ? all : last;
    return [
      ...(first ? [] : [all.normalise(layer.attentionNorm)]),
      ...(first ? [] : [all.product(queryKeyValue, layer.queryKeyValue, normed, 3 * dim)]),
      attend(layer),
      product(change, layer.output, mixed, dim),
      addChange(),
      normalise(layer.feedNorm),
      product(gateUp, layer.gateUp, normed, 2 * feedForward),
      gate(),
      product(change, layer.down, gateUp, dim, feedForward),
      addChange(),
    ];
  });
  return [
    ...layers,
    last.normalise(layout.finalNorm),
    last.product(logits, layout.embedding, normed, settings.vocabulary.length),
  ];
}
