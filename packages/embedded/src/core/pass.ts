import { LANES, countBlocks, type OfLastToken, type Step } from "./kernel.ts";
import type { LayerLayout, Layout } from "./layout.ts";
import type { NetworkSettings } from "./settings.ts";

/** Tokens of a chunk that a step processes. */
interface TokenRange {
  count: "tokens" | 1;
  /** Offset of the range, given the offset of the chunk's first token. */
  from(first: number, stride: number): number | OfLastToken;
}
const ALL: TokenRange = { count: "tokens", from: (first) => first };
const LAST: TokenRange = { count: 1, from: (first, stride) => ({ first, stride }) };

/** Vectors of all tokens of a chunk, one after the other. */
interface Vectors {
  first: number;
  stride: number;
}

/**
 * Lists the steps from the first layer's inputs to the logits of the last token, as plain data: the plain kernel runs
 * them one by one, and WebAssembly compiles them to one function, so that a pass is a single call. Only the last token
 * needs logits, so in the last layer the others only store their keys and values.
 */
export function planPass(layout: Layout, settings: NetworkSettings): Step[] {
  const { dim, heads, feedForward } = settings;
  const { scores, rotation, capacity } = layout;
  const stateVectors = (first: number): Vectors => ({ first, stride: dim });
  const [state, normed, mixed] = [
    stateVectors(layout.state),
    stateVectors(layout.normed),
    stateVectors(layout.mixed),
  ];
  const change = stateVectors(layout.change);
  const queryKeyValue = { first: layout.queryKeyValue, stride: 3 * dim };
  const gateUp = { first: layout.gateUp, stride: countBlocks(2 * feedForward) * LANES };
  const logits = { first: layout.logits, stride: 0 };

  const createSteps = (range: TokenRange) => {
    const at = ({ first, stride }: Vectors): number | OfLastToken => range.from(first, stride);
    return {
      normalise: (weight: number): Step => [
        ...(["normalise", at(normed), at(state), weight, dim, range.count] as const),
      ],
      product: (y: Vectors, w: number, x: Vectors, rows: number, columns = dim): Step => [
        ...(["multiply", at(y), w, at(x), countBlocks(rows), columns, columns * LANES] as const),
        ...([range.count, x.stride, y.stride] as const),
      ],
      gate: (): Step => ["gate", at(gateUp), feedForward, gateUp.stride, range.count],
      addChange: (): Step => ["addTo", at(state), at(change), dim, range.count],
    };
  };
  const [all, last] = [createSteps(ALL), createSteps(LAST)];
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
