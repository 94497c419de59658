import { WEIGHTS_OFFSET } from "./choose-token.ts";
import { LANES, countBlocks } from "./kernel.ts";
import type { NetworkSettings } from "./settings.ts";

/** Number of prompt tokens per pass. */
export const CHUNK = 16;

/** Memory offsets of one layer, in floats. */
export interface LayerLayout {
  attentionNorm: number;
  /** Query, key and value, one below the other. */
  queryKeyValue: number;
  output: number;
  feedNorm: number;
  /** Gate and up, one below the other. */
  gateUp: number;
  down: number;
  /** Keys of each head, packed with positions as rows: scoring is then one `multiply`. */
  keys: number;
  /** Values of each head, packed with features as rows: mixing is then one `multiply`. */
  values: number;
}

export interface Layout {
  floats: number;
  embedding: number;
  /** Precomputed start of a pass for each token of the vocabulary: its state, then its `queryKeyValue`. */
  firstLayerInputs: number;
  finalNorm: number;
  /** Angles of every position; see `computeRotation`. */
  rotation: number;
  layers: LayerLayout[];
  state: number;
  normed: number;
  queryKeyValue: number;
  scores: number;
  mixed: number;
  change: number;
  gateUp: number;
  logits: number;
  /** Scratch space of a draw. */
  drawScratch: number;
  /** Positions the caches have room for. */
  capacity: number;
}

/** Longest prompt plus answer: the lines of the question, the own answer, each peer, and the new answer. */
function computeCapacity({ maxAnswer, maxPeers }: NetworkSettings): number {
  const questionLine = 32;
  return Math.ceil((questionLine + (maxPeers + 2) * (maxAnswer + 1)) / LANES) * LANES;
}

/** Plans the memory of a network. Rows are padded, because the kernel writes full blocks. */
export function planLayout(settings: NetworkSettings): Layout {
  const { dim, heads, feedForward, vocabulary } = settings;
  const capacity = computeCapacity(settings);
  let floats = 0;
  const allocate = (count: number): number => {
    const offset = floats;
    floats += Math.ceil(count / 4) * 4;
    return offset;
  };
  const allocateMatrix = (rows: number, columns: number): number =>
    allocate(countBlocks(rows) * LANES * columns);
  const padded = (rows: number): number => countBlocks(rows) * LANES;
  const offsets = {
    embedding: allocateMatrix(vocabulary.length, dim),
    firstLayerInputs: allocate(vocabulary.length * 4 * dim),
    finalNorm: allocate(dim),
    rotation: allocate((capacity * 2 * dim) / heads),
    layers: Array.from({ length: settings.layers }, () => ({
      attentionNorm: allocate(dim),
      queryKeyValue: allocateMatrix(3 * dim, dim),
      output: allocateMatrix(dim, dim),
      feedNorm: allocate(dim),
      gateUp: allocateMatrix(2 * feedForward, dim),
      down: allocateMatrix(dim, feedForward),
      keys: allocate(capacity * dim),
      values: allocate(capacity * dim),
    })),
    state: allocate(CHUNK * dim),
    normed: allocate(CHUNK * dim),
    queryKeyValue: allocate(CHUNK * 3 * dim),
    scores: allocate(capacity),
    mixed: allocate(CHUNK * dim),
    change: allocate(CHUNK * dim),
    gateUp: allocate(CHUNK * padded(2 * feedForward)),
    logits: allocate(padded(vocabulary.length)),
    drawScratch: allocate(WEIGHTS_OFFSET + padded(vocabulary.length)),
    capacity,
  };
  return { ...offsets, floats };
}
