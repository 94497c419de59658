import type { SeeFunction, SeeObject } from "../protocol/rules.ts";
import { shuffled } from "./random.ts";

/** Everybody sees everybody. */
export function all(): SeeObject & { type: "all" } {
  return { type: "all" };
}

/** Each debater sees k neighbours on each side, at least 1. Default 1. */
export function ring(k = 1): SeeObject & { type: "ring" } {
  return { type: "ring", k };
}

/** Debater i sees everybody, the others see only it. Default 0. */
export function star(i = 0): SeeObject & { type: "star" } {
  return { type: "star", i };
}

/** Each debater sees k peers, drawn anew each round by seed, at least 1. Default 1. */
export function sample(k = 1): SeeObject & { type: "sample" } {
  return { type: "sample", k };
}

export interface Looking {
  viewer: number;
  size: number;
  round: number;
  random: () => number;
}

/** Panel indexes the viewer sees, ascending, itself left out. */
export function visibleTo(see: SeeObject | SeeFunction, looking: Looking): number[] {
  const { viewer, size } = looking;
  const chosen = new Set(typeof see === "function" ? see(looking) : byRule(see, looking));
  return indexes(size).filter((index) => index !== viewer && chosen.has(index));
}

function byRule(see: SeeObject, { viewer, size, random }: Looking): number[] {
  const everyone = indexes(size);
  switch (see.type) {
    case "all":
      return everyone;
    case "ring": {
      const reach = Math.min(see.k ?? 1, size);
      return everyone.filter((index) => {
        const distance = Math.abs(index - viewer);
        return Math.min(distance, size - distance) <= reach;
      });
    }
    case "star": {
      const hub = see.i ?? 0;
      return viewer === hub ? everyone : [hub];
    }
    case "sample": {
      const peers = everyone.filter((index) => index !== viewer);
      return shuffled(peers, random).slice(0, see.k ?? 1);
    }
  }
}

function indexes(size: number): number[] {
  const list: number[] = [];
  for (let index = 0; index < size; index++) list.push(index);
  return list;
}
