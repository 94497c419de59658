import { WEIGHTS } from "./choose-token.ts";
import { LANES, countBlocks } from "./kernel.ts";
import type { NetworkSettings } from "./settings.ts";

/** Tokens of a prompt that are fed at once. */
export const CHUNK = 16;

/** Where the parts of one layer lie in memory; offsets count floats. */
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
  /** What a pass begins with, for each token of the vocabulary: its state, then its `queryKeyValue`. */
  beginnings: number;
  finalNorm: number;
  /** The angles of every position; see `rotationFor`. */
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
  /** Where a draw takes its notes. */
  draw: number;
  /** Positions the caches have room for. */
  capacity: number;
}

/** Longest prompt plus answer: the question's line, the own answer's, each peer's, and the new one. */
export function computeCapacity({ maxAnswer, maxPeers }: NetworkSettings): number {
  const questionLine = 32;
  return Math.ceil((questionLine + (maxPeers + 2) * (maxAnswer + 1)) / LANES) * LANES;
}

/** Plans the memory of a network. Rows are padded to full blocks, as the kernel writes full blocks. */
export function planLayout(settings: NetworkSettings): Layout {
  const { dim, heads, feedForward, vocabulary } = settings;
  const capacity = computeCapacity(settings);
  let floats = 0;
  const take = (count: number): number => {
    const offset = floats;
    floats += Math.ceil(count / 4) * 4;
    return offset;
  };
  const matrix = (rows: number, columns: number): number =>
    take(countBlocks(rows) * LANES * columns);
  const padded = (rows: number): number => countBlocks(rows) * LANES;
  const places = {
    embedding: matrix(vocabulary.length, dim),
    beginnings: take(vocabulary.length * 4 * dim),
    finalNorm: take(dim),
    rotation: take((capacity * 2 * dim) / heads),
    layers: Array.from({ length: settings.layers }, () => ({
      attentionNorm: take(dim),
      queryKeyValue: matrix(3 * dim, dim),
      output: matrix(dim, dim),
      feedNorm: take(dim),
      gateUp: matrix(2 * feedForward, dim),
      down: matrix(dim, feedForward),
      keys: take(capacity * dim),
      values: take(capacity * dim),
    })),
    state: take(CHUNK * dim),
    normed: take(CHUNK * dim),
    queryKeyValue: take(CHUNK * 3 * dim),
    scores: take(capacity),
    mixed: take(CHUNK * dim),
    change: take(CHUNK * dim),
    gateUp: take(CHUNK * padded(2 * feedForward)),
    logits: take(padded(vocabulary.length)),
    draw: take(WEIGHTS + padded(vocabulary.length)),
    capacity,
  };
  return { ...places, floats };
}
