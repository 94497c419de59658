import type { AnswerReader } from "../protocol/answer.ts";

/** A reader by which programs are the same that did the same in the check. Those that could not be run go by their text. */
export function withBehavior(
  reader: AnswerReader,
  behaviors: ReadonlyMap<string, string>,
): AnswerReader {
  const find = (value: unknown): string | undefined =>
    typeof value === "string" ? behaviors.get(value) : undefined;
  return {
    ...reader,
    same(a, b, forms) {
      const [one, other] = [find(a), find(b)];
      return one === undefined || other === undefined ? reader.same(a, b, forms) : one === other;
    },
    key(value, form) {
      const behavior = find(value);
      // The prefix keeps a program's behavior apart from another answer's text.
      return behavior === undefined
        ? `text ${reader.key?.(value, form) ?? String(value)}`
        : `does ${behavior}`;
    },
  };
}
