import type { Position } from "../protocol/position.ts";

/** One quotation: the name of its source, and its text. */
export interface Block {
  title: string;
  text: string;
  position: Position;
}

/**
 * The panel in brief: each answer, how many give it, and the shortest reasoning for it. It is counted
 * and not written by a model, so it costs nothing and contains only what debaters said.
 */
export function clusterDigest(clusters: readonly (readonly Block[])[]): Block[] {
  const others = clusters.reduce((sum, { length }) => sum + length, 0);
  return clusters.map((holders) => {
    const brief = holders.reduce((a, b) => (reasoningLength(b) < reasoningLength(a) ? b : a));
    const { answer, reasoning, text } = brief.position;
    return {
      title: `held by ${holders.length} of ${others} others`,
      text: `Answer: ${answer ?? ""}\n${reasoning || text}`,
      position: brief.position,
    };
  });
}

/** A missing reasoning doesn't count as the shortest one. */
function reasoningLength({ position: { reasoning } }: Block): number {
  return reasoning === "" ? Infinity : reasoning.length;
}
