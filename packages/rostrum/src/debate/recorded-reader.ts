import { autoReader, getKindName, isReadByName, readerFor } from "../answers/index.ts";
import type { AnswerKind, AnswerReader } from "../protocol/answer.ts";
import type { DebateRecord } from "../record/index.ts";

/** Any JSON: the schema of a recorded debate is not in its record. */
const ANYTHING = {
  "~standard": { version: 1, vendor: "rostrum", validate: (value: unknown) => ({ value }) },
} as const;

/**
 * Reads answers as a recorded debate did. Its record names the kind of answer, not the kind's settings, so a
 * caller that knows the kind passes it. `null`: only the debate's own program can read them.
 */
export function recordedReader(
  { started, result }: DebateRecord,
  known: AnswerKind<unknown> | undefined,
): AnswerReader | null {
  const { question, rounds } = result;
  const kind = known ?? (started?.rules.answer as AnswerKind<unknown> | undefined) ?? "auto";
  const name = getKindName(kind);
  const first = (rounds[0]?.positions ?? []).filter(
    ({ status, truncated }) => (status === "spoke" || status === "unread") && !truncated,
  );
  switch (name) {
    case "auto":
      return autoReader(
        question,
        first.map(({ answer, reasoning, confidence }) => ({ answer, reasoning, confidence })),
      );
    case "choice":
      return known ? readerFor(known, question) : withOptions(question, given(result.rounds));
    case "json":
      return readerFor(known ?? { type: "json", schema: ANYTHING }, question);
    case "custom":
      return known ? readerFor(known, question) : null;
    default:
      return isReadByName(kind) ? readerFor(kind, question) : null;
  }
}

/** What debaters answered, each wording once. */
function given(rounds: DebateRecord["result"]["rounds"]): string[] {
  const answers = rounds.flatMap(({ positions }) => positions.map(({ answer }) => answer));
  return [...new Set(answers.filter((answer) => answer !== null))];
}

/** The options that debaters chose are known. Another one is taken as it stands. */
function withOptions(question: string, options: readonly string[]): AnswerReader | null {
  const chosen = readerFor<string>({ type: "choice", options: [...options] }, question);
  const other = readerFor<string>("exact", question);
  return (
    chosen && {
      ...(chosen as AnswerReader),
      read: (reading, text) => chosen.read(reading, text) ?? other?.read(reading, text) ?? null,
    }
  );
}
