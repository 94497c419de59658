import type { StandardSchemaV1 } from "@standard-schema/spec";
import type {
  AnswerKind,
  AutoKind,
  ChoiceKind,
  CodeKind,
  DraftKind,
  ExactKind,
  FindingsKind,
  JsonKind,
  JsonSchema,
  JsonSchemaKind,
  MathKind,
  NumberKind,
  ScoreKind,
  TextKind,
} from "../protocol/answer.ts";
import type { AnswerName } from "../protocol/answer-settings.ts";
import type { Rubric } from "../protocol/score.ts";
import { mayHoldProse } from "./kinds/json-schema.ts";

/** Derives the kind from the question and round 0, once for the whole debate. */
export const auto = (): AutoKind => ({ type: "auto" });

/** Any text. Rules compare identical and typed answers, and a model compares the rest. */
export const text = (options: { similarity?: number } = {}): TextKind => ({
  type: "text",
  ...options,
});

/** Compares characters, ignoring only quotation marks or formatting around the whole answer. */
export const exact = (): ExactKind => ({ type: "exact" });

/** A single number, with or without a unit. */
export const number = (options: { tolerance?: number } = {}): NumberKind => ({
  type: "number",
  ...options,
});

/** One option of a list, which is given here or in the question. */
export const choice = <const C extends string = string>(options?: readonly C[]): ChoiceKind<C> =>
  options === undefined ? { type: "choice" } : { type: "choice", options };

/** A number, expression, tuple, interval, set or equation, compared by value. */
export const math = (): MathKind => ({ type: "math" });

/** A number on a scale for each criterion of a rubric; their mean is the total. */
export const score = (options: {
  rubric: Rubric;
  scale?: readonly [number, number];
}): ScoreKind => ({ type: "score", ...options });
/** A program. Programs that behave the same in the check, such as these tests, are one answer. */
export const code = (options: { language?: string; tests?: string } = {}): CodeKind => ({
  type: "code",
  ...options,
});

/** A text: one member drafts, the others criticize with quotes, the first revises, the judge approves. */
export const draft = (): DraftKind => ({ type: "draft" });

/** A review: each member lists findings, and the others check each of them. */
export const findings = (options: { plan?: boolean; partTokens?: number } = {}): FindingsKind => ({
  type: "findings",
  ...options,
});

/**
 * A value that a Standard Schema validator or a JSON Schema accepts. With `by`, compared only by the named
 * fields.
 */
export function json(schema: JsonSchema, options?: { by?: readonly string[] }): JsonSchemaKind;
export function json<A>(
  schema: StandardSchemaV1<unknown, A>,
  options?: { by?: readonly (keyof NoInfer<A> & string)[] },
): JsonKind<A>;
export function json(
  schema: StandardSchemaV1 | JsonSchema,
  options: { by?: readonly string[] } = {},
): JsonKind | JsonSchemaKind {
  return { type: "json", schema, ...options } as JsonKind | JsonSchemaKind;
}

/** Kinds with a definition: the named ones, `json` and `score`. */
export type KindName = Exclude<AnswerName, `${string}:${string}`> | "json" | "score";
export type KindObject = Extract<AnswerKind<unknown>, { type: string }>;
export type KindOf<T extends KindObject["type"]> = Extract<KindObject, { type: T }>;

/** Properties of an answer kind. Absent means false. */
interface KindTraits<K = KindObject> {
  /** Describes the answer section in the prompt. */
  content?(kind: K): string;
  /** True if answers can be right or wrong: then debaters are asked for their confidence. */
  hasConfidence?: boolean;
  /** True if answers may need a comparison by meaning. */
  mayBeProse?(kind: K): boolean;
  /** True if the kind's name is enough to read a recorded answer again. */
  isReadByName?: boolean;
}

/** Asks for a first sentence that lists and tables can show instead of a long answer. */
const HEADLINE_FIRST =
  "the answer alone: first one sentence that states it, or just the figure, name or code; if it needs more, a blank line " +
  "and the rest";

/** The compiler requires an entry for each kind, and its type in `AnswerKind`. */
const KINDS: { readonly [T in KindName]: KindTraits<KindOf<T>> } = {
  auto: { content: () => HEADLINE_FIRST, mayBeProse: () => true },
  text: {
    content: () => HEADLINE_FIRST,
    mayBeProse: ({ similarity }) => (similarity ?? 0) < 1,
    isReadByName: true,
  },
  exact: { hasConfidence: true, isReadByName: true },
  number: {
    content: () => "one figure, with its unit if it has one",
    hasConfidence: true,
    isReadByName: true,
  },
  choice: {
    hasConfidence: true,
    content: ({ options = [] }) =>
      options.length > 0 ? `one of: ${options.join(", ")}` : "the letter or the option",
  },
  math: {
    hasConfidence: true,
    content: () => "the final value or expression, in LaTeX if needed",
    isReadByName: true,
  },
  score: { content: writeScoreRequest, hasConfidence: true },
  code: {
    content: ({ language = "" }) =>
      `the ${language} code, all of it, in one fence`.replace("  ", " "),
  },
  draft: {},
  findings: { mayBeProse: () => true },
  json: { hasConfidence: true, mayBeProse: ({ schema, by }) => mayHoldProse(schema, by) },
};

/** Default scale of a score. */
export const DEFAULT_SCALE: readonly [number, number] = [1, 5];

function writeScoreRequest({ rubric, scale = DEFAULT_SCALE }: ScoreKind): string {
  const range = `from ${scale[0]} (lowest) to ${scale[1]} (highest)`;
  if (typeof rubric === "string") return `one number ${range}, for: ${rubric}`;
  const criteria = Array.isArray(rubric)
    ? (rubric as readonly string[]).map((name) => `"${name}"`)
    : Object.entries(rubric).map(([name, meaning]) => `"${name}" (${meaning})`);
  return `one JSON object with a number ${range} for each of: ${criteria.join(", ")}`;
}

type AnyKind = AnswerKind<unknown>;

const isCustom = (kind: AnyKind): boolean => typeof kind === "object" && "read" in kind;

export const toKindObject = (kind: AnyKind): KindObject =>
  (typeof kind === "string" ? { type: kind } : kind) as KindObject;

/** Traits of a kind. None for custom kinds, and for names that a newer version recorded. */
const findTraits = (kind: AnyKind): KindTraits | undefined =>
  isCustom(kind) ? undefined : (KINDS as Record<string, KindTraits>)[toKindObject(kind).type];

/** Name of a kind, in whichever form it is written. `custom` for custom kinds. */
export const getKindName = (kind: AnyKind): string =>
  isCustom(kind) ? "custom" : toKindObject(kind).type;

/** Describes the answer section in the prompt. */
export const writeContentRequest = (kind: AnyKind): string =>
  findTraits(kind)?.content?.(toKindObject(kind)) ??
  "the answer alone; it may have several lines, and code stands here as it is";

export const hasConfidence = (kind: AnyKind): boolean => findTraits(kind)?.hasConfidence === true;

export const mayBeProse = (kind: AnyKind): boolean =>
  findTraits(kind)?.mayBeProse?.(toKindObject(kind)) ?? false;

export const isReadByName = (kind: AnyKind): boolean => findTraits(kind)?.isReadByName ?? false;
