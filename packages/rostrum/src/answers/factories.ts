import type { StandardSchemaV1 } from "@standard-schema/spec";
import type {
  AutoKind,
  ChoiceKind,
  DraftKind,
  ExactKind,
  FindingsKind,
  JsonKind,
  MathKind,
  NumberKind,
  TextKind,
} from "../protocol/answer.ts";

/** Looks at the question and round 0 once, then keeps a kind for the whole debate. */
export const auto = (): AutoKind => ({ type: "auto" });

/** Any text. Rules settle what is identical or typed, and a model compares the rest. */
export const text = (options: { similarity?: number } = {}): TextKind => ({
  type: "text",
  ...options,
});

/** The same characters. Only marks around the whole answer don't count. */
export const exact = (): ExactKind => ({ type: "exact" });

/** One number, with or without a unit, and nothing else. */
export const number = (options: { tolerance?: number } = {}): NumberKind => ({
  type: "number",
  ...options,
});

/** One of the options given, or of those the question lists. */
export const choice = <const C extends string = string>(options?: readonly C[]): ChoiceKind<C> =>
  options === undefined ? { type: "choice" } : { type: "choice", options };

/** A number, expression, tuple, interval, set or equation, compared by value. */
export const math = (): MathKind => ({ type: "math" });

/** A text: one member drafts, the others criticize with quotes, the first revises, the judge signs off. */
export const draft = (): DraftKind => ({ type: "draft" });

/** A review: everybody lists what it finds, and the others check each finding. */
export const findings = (): FindingsKind => ({ type: "findings" });

/** A value that a Standard Schema validator accepts; with `by`, compared by the named fields alone. */
export const json = <A>(
  schema: StandardSchemaV1<unknown, A>,
  options: { by?: readonly (keyof NoInfer<A> & string)[] } = {},
): JsonKind<A> => ({ type: "json", schema, ...options });
