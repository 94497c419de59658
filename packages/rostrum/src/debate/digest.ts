import type { Position } from "../protocol/position.ts";

/** One quotation: who is named as its source, and what it says. */
export interface Block {
  title: string;
  text: string;
  /** The reader's own words. */
  mine: boolean;
  position: Position;
}

/**
 * The panel in brief: each answer, how many hold it, and the shortest reasoning given for it. Made by
 * counting, not by a model, so it costs nothing and says nothing that nobody said.
 */
export function clusterDigest(clusters: readonly (readonly Block[])[]): Block[] {
  const others = clusters.reduce((sum, { length }) => sum + length, 0);
  return clusters.map((holders) => {
    const brief = holders.reduce((a, b) => (reasoningLength(b) < reasoningLength(a) ? b : a));
    const { answer, reasoning, text } = brief.position;
    return {
      title: `held by ${holders.length} of ${others} others`,
      text: `Answer: ${answer ?? ""}\n${reasoning || text}`,
      mine: false,
      position: brief.position,
    };
  });
}

/** No reasoning at all is not the shortest reasoning. */
function reasoningLength({ position: { reasoning } }: Block): number {
  return reasoning === "" ? Infinity : reasoning.length;
}
