import type { Debater } from "../protocol/options.ts";
import type { Member, ResolvedConfig } from "../debate/resolved-config.ts";

/** The participants of a debate under their step names, with their settings and defaults. */
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
