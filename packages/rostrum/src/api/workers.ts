import type { Debater } from "../protocol/options.ts";
import type { Member, ResolvedConfig } from "../debate/resolved-config.ts";

/** The people of a debate, keyed as their steps are, with what they were given and their defaults. */
export function workersOf({ members, judge }: ResolvedConfig): Record<string, Debater> {
  const workers: Record<string, Debater> = {};
  members.forEach((member, index) => (workers[`debater_${index}`] = described(member)));
  if (judge) workers["judge"] = described(judge);
  return workers;
}

function described({ given, weight, maxOutputTokens, instructions }: Member): Debater {
  return {
    ...given,
    weight,
    maxOutputTokens,
    ...(instructions === "" ? {} : { instructions }),
  };
}
