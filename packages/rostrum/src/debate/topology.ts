import type {
  AllTopology,
  RingTopology,
  SampleTopology,
  SeeObject,
  StarTopology,
} from "../protocol/rule-settings.ts";
import { filled, SEE, type Filled } from "../options/index.ts";
import type { SeeFunction } from "../protocol/rules.ts";
import { shuffled } from "../record/random.ts";

/** Everybody sees everybody. */
export function all(): AllTopology {
  return { type: "all" };
}

/** Each debater sees k neighbours on each side, at least 1. Default 1. */
export function ring(k?: number): Filled<RingTopology> {
  return filled<RingTopology>(SEE, { type: "ring", k });
}

/** Debater i sees everybody, the others see only it. Default 0. */
export function star(i?: number): Filled<StarTopology> {
  return filled<StarTopology>(SEE, { type: "star", i });
}

/** Each debater sees k peers, drawn anew each round by seed, at least 1. Default 1. */
export function sample(k?: number): Filled<SampleTopology> {
  return filled<SampleTopology>(SEE, { type: "sample", k });
}

export interface Looking {
  viewer: number;
  size: number;
  round: number;
  random: () => number;
}

/** The usual rule, for which nothing is drawn. */
export function seesAll(see: Filled<SeeObject> | SeeFunction): boolean {
  return typeof see !== "function" && see.type === "all";
}

/** Panel indexes the viewer sees, ascending, itself left out. */
export function visibleTo(see: Filled<SeeObject> | SeeFunction, looking: Looking): number[] {
  const { viewer, size } = looking;
  const chosen = new Set(typeof see === "function" ? see(looking) : byRule(see, looking));
  return indexes(size).filter((index) => index !== viewer && chosen.has(index));
}

function byRule(see: Filled<SeeObject>, { viewer, size, random }: Looking): number[] {
  const everyone = indexes(size);
  switch (see.type) {
    case "all":
      return everyone;
    case "ring": {
      const reach = Math.min(see.k, size);
      return everyone.filter((index) => {
        const distance = Math.abs(index - viewer);
        return Math.min(distance, size - distance) <= reach;
      });
    }
    case "star": {
      const hub = see.i;
      return viewer === hub ? everyone : [hub];
    }
    case "sample": {
      const peers = everyone.filter((index) => index !== viewer);
      return shuffled(peers, random).slice(0, see.k);
    }
  }
}

function indexes(size: number): number[] {
  const list: number[] = [];
  for (let index = 0; index < size; index++) list.push(index);
  return list;
}
