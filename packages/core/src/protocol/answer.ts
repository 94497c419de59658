import type { Score } from "./score.ts";
import type { Finding } from "./findings.ts";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type {
  AnswerName,
  AutoFields,
  ChoiceFields,
  CodeFields,
  DraftFields,
  ExactFields,
  FindingsFields,
  JsonFields,
  MathFields,
  NumberFields,
  ScoreFields,
  TextFields,
} from "./answer-settings.ts";

/** Why two answers count as the same. */
export type Basis =
  | "number"
  | "choice"
  | "exact"
  | "lexical"
  | "math"
  | "json"
  | "custom"
  /** Programs did the same in the check. */
  | "behavior"
  /** Whether a comparing model took part in it. */
  | "judged";

/** What a reply says. Reading never throws. */
export interface Reading {
  /** The answer in the reply's own words; `null` if none can be read with certainty. */
  answer: string | null;
  /**
   * Where the answer stood: between the marks of its call, in a JSON object, under a label, as a reply of one line.
   * `whole`: nothing is marked as the answer, so the whole reply stands, for kinds that take any text.
   */
  from?: "section" | "json" | "label" | "line" | "whole";
  /** The answer with the stop of its sentence, where that was taken off. */
  verbatim?: string;
  /** The JSON value that the reply, or its answer section, consists of. */
  json?: unknown;
  reasoning: string;
  confidence: number | null;
  justification?: string;
  claimedChange?: boolean;
}

/** Carries the type of the answer through inference; no value has it at run time. */
declare const answerType: unique symbol;
/** Carries the type of an answer. It exists only for the compiler. */
export interface Typed<A> {
  readonly [answerType]?: A;
}

/** The kind is found from the question and the replies. See `auto()`. */
export interface AutoKind extends AutoFields, Typed<string> {}
/** An answer in prose, compared by meaning. See `text()`. */
export interface TextKind extends TextFields, Typed<string> {}
/** Answers are the same if their characters are. See `exact()`. */
export interface ExactKind extends ExactFields, Typed<string> {}
/** A number, with its unit. See `number()`. */
export interface NumberKind extends NumberFields, Typed<number> {}
/** One of several options. See `choice()`. */
export interface ChoiceKind<C extends string = string> extends ChoiceFields, Typed<C> {
  options?: readonly C[];
}
/** Mathematical expressions, compared by their value. See `math()`. */
export interface MathKind extends MathFields, Typed<string> {}
/** A number per criterion of a rubric. See `score()`. */
export interface ScoreKind extends ScoreFields, Typed<Score> {}

/** A program, grouped by what it does. See `code()`. */
export interface CodeKind extends CodeFields, Typed<string> {}
/** A text that is drafted, criticized and revised. */
export interface DraftKind extends DraftFields, Typed<string> {}
/** A review. What it answers is the findings that are not refuted. */
export interface FindingsKind extends FindingsFields, Typed<Finding[]> {}
/** A value that a schema describes. See `json()`. */
export interface JsonKind<A = unknown> extends JsonFields, Typed<A> {
  /** Any Standard Schema validator (zod, valibot, arktype, …). It must validate synchronously. */
  schema: StandardSchemaV1<unknown, A>;
}
/** Your own way to read and compare answers. `read` gets the whole reply; `null` means it has no answer. */
export interface CustomKind<A> {
  read(text: string): A | null;
  same(a: A, b: A): boolean;
}

/** The name of `findings()`. */
export type FindingsName = Extract<AnswerName, "findings">;
/** The names of `number()`. */
export type NumberName = Extract<AnswerName, "number" | `number:${string}`>;

/**
 * How a reply is read and compared: a name, a plain object (what the factories return), or your own
 * `read` and `same`. A name, or `{ type: "number" }` written out, is accepted only where it gives the
 * answer type `A`, so that the type of the result stays true.
 */
export type AnswerKind<A = string> =
  | (string extends A ? Exclude<AnswerName, NumberName | FindingsName> : never)
  | (number extends A ? NumberName : never)
  | (Finding[] extends A ? FindingsName | FindingsKind : never)
  | ((AutoKind | TextKind | ExactKind | ChoiceKind | MathKind | CodeKind | DraftKind) & Typed<A>)
  | (NumberKind & Typed<A> & (number extends A ? unknown : never))
  | (ScoreKind & Typed<A> & (Score extends A ? unknown : never))
  | JsonKind<A>
  | CustomKind<A>;

/** An answer kind that is written as data: a name, or an object with its `type`. */
export type DataKind =
  | AnswerName
  | AutoFields
  | TextFields
  | ExactFields
  | NumberFields
  | ChoiceFields
  | MathFields
  | CodeFields
  | FindingsFields
  | ScoreFields
  | DraftFields;

/** The type of the answers that such a kind gives. */
export type AnswerOf<K extends DataKind> = K extends NumberName | { type: "number" }
  ? number
  : K extends FindingsName | { type: "findings" }
    ? Finding[]
    : K extends { type: "score" }
      ? Score
      : K extends { type: "choice"; options?: readonly (infer C extends string)[] }
        ? C
        : string;

/** A reply read by one answer kind: the typed value and the words it was found in. */
export interface ReadAnswer<A> {
  value: A;
  /** How the answer is shown and tallied. */
  wording: string;
  /** The answer was in quotation marks or in a JSON string. */
  verbatim?: true;
  /** The unit of a number, as the reply spells it. */
  unit?: string;
}

/** How an answer was written in its reply, in addition to its value. */
export type AnswerForm = Pick<ReadAnswer<unknown>, "verbatim" | "unit">;

/** What the rules can say for certain about two answers. */
export type Settlement = "same" | "different" | "open";

/** An answer kind, prepared for one debate. It is pure and synchronous, and never throws. */
export interface AnswerReader<A = unknown> {
  basis: Basis;
  /** Finds the typed answer in a reply. `null`: this kind finds none. */
  read(reading: Reading, text: string): ReadAnswer<A> | null;
  /** Why `read` found none, for the model that is asked again and for people. `null`: there is nothing to add. */
  explain?(reading: Reading): string | null;
  /**
   * Symmetric and reflexive; need not be transitive, clustering takes care of that. What `settle` leaves open
   * is different, unless the kind was told how similar words must be. `isSameAnswer` fills in the forms.
   */
  same(a: A, b: A, forms?: readonly [AnswerForm, AnswerForm]): boolean;
  /**
   * What the rules are certain of; "open" is for somebody who can judge. It is symmetric and never
   * contradicts `same`. Absent where `same` is always certain.
   */
  settle?(a: A, b: A): Settlement;
  /** What a comparing model is shown of an answer. Absent: its wording. */
  shown?(value: A): string;
  /** Whether a comparing model found that these words give no answer. Absent: none has looked. */
  isNone?(value: A): boolean;
  /** What a comparing model wrote about the group of an answer. Absent: none has looked. */
  describe?(value: A): { label?: string; fullest?: true };
  /**
   * A cheap key: equal keys mean the same answer, without asking `same`. Different keys say nothing.
   * Absent where no such key exists.
   */
  key?(value: A, form?: AnswerForm): string;
  /**
   * An answer in the unit of the first of those that share it and name one; `null` where none does.
   * Absent where answers have no unit.
   */
  inUnitOf?(
    answer: ReadAnswer<A>,
    group: readonly ReadAnswer<A>[],
  ): { value: A; unit: string | null };
}
