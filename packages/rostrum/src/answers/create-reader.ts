import type { AnswerKind, AnswerReader } from "../protocol/answer.ts";
import { toKindObject, type KindName, type KindOf } from "./answer-kinds.ts";
import { draftReader } from "./drafting/read-critique.ts";
import { findingsReader } from "./findings/read-findings.ts";
import { choiceReader } from "./kinds/choice.ts";
import { customReader } from "./kinds/custom.ts";
import { exactReader } from "./kinds/exact.ts";
import { jsonReader } from "./kinds/json.ts";
import { mathReader } from "./kinds/math.ts";
import { numberReader } from "./kinds/number.ts";
import { textReader } from "./kinds/text.ts";

/**
 * The reader of each kind; the compiler asks for it. It stands apart from the other facts about a kind, which are needed
 * before a debate starts, while readers are loaded with the first debate.
 */
const READERS: { readonly [T in KindName]: (kind: KindOf<T>, question: string) => unknown } = {
  // It needs round 0 first: see `autoReader`.
  auto: () => null,
  text: ({ similarity }, question) => textReader(question, similarity),
  exact: exactReader,
  number: ({ tolerance }, question) => numberReader(tolerance, question),
  choice: ({ options }, question) => choiceReader(options, question),
  math: mathReader,
  draft: draftReader,
  findings: findingsReader,
  json: ({ schema, by }) => jsonReader(schema, by),
};

/**
 * Prepares a kind for one debate. `null` for `auto`, which needs round 0 first: see `autoReader`.
 * The kind must have been validated.
 */
export function readerFor<A>(kind: AnswerKind<A>, question: string): AnswerReader<A> | null {
  if (typeof kind === "object" && "read" in kind) return customReader(kind);
  const object = toKindObject(kind);
  // A name that a newer version recorded has no reader here.
  const create = (READERS as Record<string, (kind: unknown, question: string) => unknown>)[
    object.type
  ];
  // The kind's type says what its reader returns, but the compiler can't see that from the table.
  return (create?.(object, question) ?? null) as AnswerReader<A> | null;
}
