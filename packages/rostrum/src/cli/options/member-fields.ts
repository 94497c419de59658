import { isModel } from "../../models/index.ts";
import type { Debater } from "../../protocol/options.ts";
import { CONFIG, DEBATER, type Fields } from "../../options/index.ts";

/** Fields for every member, as the flags gave them. */
export type MemberFields = Partial<Record<string, unknown>>;

/** A config in which every debater has these fields, and the judge too if they apply to it. */
export function withMemberFields(
  config: Record<string, unknown>,
  fields: MemberFields,
): Record<string, unknown> {
  if (Object.keys(fields).length === 0) return config;
  const forJudge = Object.fromEntries(
    Object.entries(fields).filter(([name]) => (DEBATER as Fields)[name]?.flag?.judgeToo),
  );
  const { debaters, judge, panelSize } = config;
  return {
    ...config,
    ...(debaters === undefined ? {} : { debaters: seats(debaters, panelSize, fields) }),
    ...(judge === undefined ? {} : { judge: withFields(judge, forJudge) }),
  };
}

function seats(debaters: unknown, panelSize: unknown, fields: MemberFields): unknown {
  if (Array.isArray(debaters)) return debaters.map((each) => withFields(each, fields));
  const size = typeof panelSize === "number" ? panelSize : Number(CONFIG.panelSize.default);
  if (typeof debaters === "string") {
    const model = /\*\d*$/.test(debaters) ? debaters : `${debaters}*${size}`;
    return [withFields(model, fields)];
  }
  // Anything that isn't a model is left for the engine to refuse.
  if (!isModel(debaters)) return debaters;
  return Array.from({ length: size }, () => withFields(debaters, fields));
}

function withFields(member: unknown, fields: MemberFields): unknown {
  if (isModel(member)) return { model: member, ...fields };
  if (typeof member !== "object" || member === null) return member;
  const both: Record<string, unknown> = { ...member, ...fields };
  const texts = [(member as Debater).instructions, fields["instructions"]];
  if (texts.every((part) => typeof part === "string")) both["instructions"] = texts.join("\n\n");
  return both;
}
