import type { PartialResult } from "../protocol/result.ts";
import { pointsWords } from "./phrases.ts";

/** A ranking as people read it, best first. */
export function rankingRows({
  ranking = [],
}: Pick<PartialResult, "ranking">): { debater: string; points: string; range: string }[] {
  return ranking.map(({ debater, points, interval }) => ({
    debater,
    points: pointsWords(points),
    range: interval ? `${pointsWords(interval[0])} to ${pointsWords(interval[1])}` : "",
  }));
}
