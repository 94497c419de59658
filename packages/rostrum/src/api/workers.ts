import type { Member, Setting } from "../debate/setting.ts";
import type { Debater } from "../protocol/debater.ts";

/** The people of a debate, keyed as their steps are. */
export function workersOf({ members, judge }: Setting): Record<string, Debater> {
  const workers: Record<string, Debater> = {};
  members.forEach((member, index) => (workers[`debater_${index}`] = described(member)));
  if (judge) workers["judge"] = described(judge);
  return workers;
}

function described(member: Member): Debater {
  const { name, model, fallback, instructions, temperature, weight, maxOutputTokens, tools } = member;
  return {
    name,
    model: model.id,
    ...(fallback === null ? {} : { fallback: fallback.model.id }),
    weight,
    maxOutputTokens,
    ...(instructions === "" ? {} : { instructions }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(tools === undefined ? {} : { tools }),
  };
}
