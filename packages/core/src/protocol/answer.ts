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

/** Rule by which two answers count as the same. */
export type Basis =
  | "number"
  | "choice"
  | "exact"
  | "lexical"
  | "math"
  | "json"
  | "custom"
  /** Programs that behaved the same in the check. */
  | "behavior"
  /** A comparing model took part in the decision. */
  | "judged";

/** Parsed reply. Parsing never throws. */
export interface Reading {
  /** Answer in the words of the reply. `null` if none can be read with certainty. */
  answer: string | null;
  /**
   * Place of the answer: between the marks of its call, in a JSON object, after a label, or as a reply of one
   * line. `whole`: nothing is marked as the answer, so the full reply counts, for kinds that accept any text.
   */
  from?: "section" | "json" | "label" | "line" | "whole";
  /** The answer section opens and never closes, so its content is unknown. */
  isOpen?: true;
  /** What states different answers, so that none of them is the answer. */
  differ?: "answer sections" | "JSON objects" | "JSON fields of one name";
  /** The answer with its final period, where that was removed. */
  verbatim?: string;
  /** JSON value that makes up the reply or its answer section. */
  json?: unknown;
  reasoning: string;
  confidence: number | null;
  justification?: string;
  claimedChange?: boolean;
}

/** Carries the type of the answer through inference. No value has it at run time. */
declare const answerType: unique symbol;
/** Carries the type of an answer. Exists only for the compiler. */
export interface Typed<A> {
  readonly [answerType]?: A;
}

/** Kind that is derived from the question and the replies. See `auto()`. */
export interface AutoKind extends AutoFields, Typed<string> {}
/** Answer in prose, compared by meaning. See `text()`. */
export interface TextKind extends TextFields, Typed<string> {}
/** Answers that are the same only if their characters are. See `exact()`. */
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

/** A program, grouped by its behavior. See `code()`. */
export interface CodeKind extends CodeFields, Typed<string> {}
/** A text that is drafted, criticized and revised. See `draft()`. */
export interface DraftKind extends DraftFields, Typed<string> {}
/** A review. Its answer is the list of findings that are not refuted. See `findings()`. */
export interface FindingsKind extends FindingsFields, Typed<Finding[]> {}
/** A value that a schema describes. See `json()`. */
export interface JsonKind<A = unknown> extends JsonFields, Typed<A> {
  /** Any Standard Schema validator (zod, valibot, arktype, …). It must validate synchronously. */
  schema: StandardSchemaV1<unknown, A>;
}
/** A JSON Schema. Validators of libraries have a field `~standard`, and their own type. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly "~standard"?: never;
}
/** A value that a JSON Schema describes, which says nothing to the compiler. See `json()`. */
export interface JsonSchemaKind extends JsonFields, Typed<unknown> {
  schema: JsonSchema;
}
/**
 * Custom way to read and compare answers. `read` gets the full reply and returns `null` if it has no answer.
 */
export interface CustomKind<A> {
  read(text: string): A | null;
  same(a: A, b: A): boolean;
}

/** Name of `findings()`. */
export type FindingsName = Extract<AnswerName, "findings">;
/** Names of `number()`. */
export type NumberName = Extract<AnswerName, "number" | `number:${string}`>;

/**
 * How replies are read and compared: a name, a plain object (as the factories return it), or a custom `read`
 * and `same`. A name, or an object literal such as `{ type: "number" }`, is accepted only where it yields the
 * answer type `A`, so that the type of the result is correct.
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

/** An answer kind written as data: a name, or an object with its `type`. */
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
  | DraftFields
  | JsonSchemaKind;

/** Type of the answers of such a kind. */
export type AnswerOf<K extends DataKind> = K extends NumberName | { type: "number" }
  ? number
  : K extends FindingsName | { type: "findings" }
    ? Finding[]
    : K extends { type: "score" }
      ? Score
      : K extends { type: "choice"; options?: readonly (infer C extends string)[] }
        ? C
        : K extends { type: "json" }
          ? unknown
          : string;

/** A reply read as one answer kind: the typed value and its wording. */
export interface ReadAnswer<A> {
  value: A;
  /** Text that is displayed and tallied. */
  wording: string;
  /** The answer was in quotation marks or in a JSON string. */
  verbatim?: true;
  /** Unit of a number, as the reply spells it. */
  unit?: string;
}

/** Form of an answer in its reply, in addition to its value. */
export type AnswerForm = Pick<ReadAnswer<unknown>, "verbatim" | "unit">;

/** Verdict of the rules about two answers. `open`: the rules can't tell. */
export type RuleComparison = "same" | "different" | "open";

/** An answer kind, prepared for one debate. Pure and synchronous; never throws. */
export interface AnswerReader<A = unknown> {
  basis: Basis;
  /** Returns the typed answer of a reply, or `null` if there is none of this kind. */
  read(reading: Reading, text: string): ReadAnswer<A> | null;
  /** Says why `read` returned `null`, for the retry prompt and for people. `null`: no explanation. */
  explain?(reading: Reading): string | null;
  /**
   * Symmetric and reflexive, but not necessarily transitive: clustering handles that. Pairs that `compareByRules`
   * leaves open are different, unless the kind sets a similarity threshold. `isSameAnswer` passes the forms.
   */
  same(a: A, b: A, forms?: readonly [AnswerForm, AnswerForm]): boolean;
  /**
   * Symmetric, and never contradicts `same`. "open" leaves the pair to a model or a person. Absent if `same`
   * is always certain.
   */
  compareByRules?(a: A, b: A): RuleComparison;
  /**
   * Number of findings by severity, or of the votes that count by kind. `panelIndex`: whose answer it is. Absent: the answer is
   * no list of these.
   */
  count?(value: A, panelIndex: number): Record<string, number>;
  /** Text of an answer for the comparing model. Absent: its wording. */
  shown?(value: A): string;
  /** True if the comparing model found no answer in this text. Absent: no model compared. */
  isNone?(value: A): boolean;
  /** The comparing model's description of the answer's group. Absent: no model compared. */
  groupDescription?(value: A): { label?: string; fullest?: true };
  /**
   * Cheap key: equal keys mean the same answer, without a call of `same`. Different keys mean nothing. Absent
   * if the kind has no such key.
   */
  key?(value: A, form?: AnswerForm): string;
  /**
   * Converts an answer to the unit of the first member of its group that names one; the unit is `null` if
   * none does. Absent if answers have no unit.
   */
  inUnitOf?(
    answer: ReadAnswer<A>,
    group: readonly ReadAnswer<A>[],
  ): { value: A; unit: string | null };
}
