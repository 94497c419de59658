import type { AnswerReader } from "../../protocol/answer.ts";

/**
 * Wraps a reader so that programs with the same output in the check are the same answer. Programs that could not be
 * run are compared by their text.
 */
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
      // The prefix prevents collisions between outputs and texts of other answers.
      return behavior === undefined
        ? `text ${reader.key?.(value, form) ?? String(value)}`
        : `does ${behavior}`;
    },
  };
}
