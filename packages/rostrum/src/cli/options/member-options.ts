import { isAiSdkModel } from "../../models/index.ts";
import type { Debater } from "../../protocol/debater.ts";
import type { Model } from "../../protocol/model.ts";
import { REASONING_EFFORTS } from "../../protocol/model.ts";
import { amount, oneOf, whole, words, type OptionKind } from "./kinds.ts";

/** A setting of every debater that has a flag; in a config it stands with each debater. */
export interface MemberOption {
  field: keyof Debater;
  flag: string;
  kind: OptionKind;
  help: string;
  /** The judge gets it too. */
  judge: boolean;
}

export const MEMBER_OPTIONS: readonly MemberOption[] = [
  {
    field: "maxOutputTokens",
    flag: "--max-output-tokens",
    kind: whole("n", 1),
    judge: true,
    help: "longest reply of each debater and the judge, hidden reasoning included (2048; 16384 for models that reason)",
  },
  {
    field: "temperature",
    flag: "--temperature",
    kind: amount("t", { minimum: 0, maximum: 10 }),
    judge: false,
    help: "temperature of each debater (the provider's)",
  },
  {
    field: "reasoningEffort",
    flag: "--reasoning-effort",
    kind: { ...oneOf(...REASONING_EFFORTS), placeholder: "effort" },
    judge: true,
    help: `how much debaters and judge reason: ${REASONING_EFFORTS.join(", ")} (the provider's)`,
  },
  {
    field: "instructions",
    flag: "--system",
    kind: words,
    judge: false,
    help: "instructions for each debater, added to its system prompt",
  },
];

/** Fields for every member, as the flags gave them. */
export type MemberFields = Partial<Record<string, unknown>>;

const SIZE = 3;

/** A config in which every debater, and where it applies the judge, has these fields. */
export function withMemberFields(
  config: Record<string, unknown>,
  fields: MemberFields,
): Record<string, unknown> {
  if (Object.keys(fields).length === 0) return config;
  const forJudge = Object.fromEntries(
    MEMBER_OPTIONS.flatMap(({ field, judge }) =>
      judge && fields[field] !== undefined ? [[field, fields[field]]] : [],
    ),
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
  const size = typeof panelSize === "number" ? panelSize : SIZE;
  if (typeof debaters === "string") {
    const model = /\*\d*$/.test(debaters) ? debaters : `${debaters}*${size}`;
    return [withFields(model, fields)];
  }
  // What is no model is left for the engine to refuse.
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

function isModel(value: unknown): value is Model {
  return typeof value === "string" || typeof value === "function" || isAiSdkModel(value);
}
