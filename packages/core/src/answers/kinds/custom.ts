import type { AnswerReader, CustomKind, ReadAnswer } from "../../protocol/answer.ts";
import { isAnswer } from "./plain-answer.ts";
import { stableJson } from "./stable-json.ts";

const toWording = (value: unknown): string =>
  typeof value === "string" ? value : stableJson(value);

/** Wraps custom functions, so that they can't throw into a debate or depend on the order of arguments. */
export function customReader<A>(kind: CustomKind<A>): AnswerReader<A> {
  const agrees = (a: A, b: A): boolean => {
    try {
      return kind.same(a, b) === true;
    } catch {
      return false;
    }
  };
  return {
    basis: "custom",
    read({ isOpen }, text): ReadAnswer<A> | null {
      // The text is cut off somewhere in the answer.
      if (isOpen) return null;
      let read: A | null;
      try {
        read = kind.read(text);
      } catch {
        return null;
      }
      if (read === null || !isAnswer(read, "answer.read")) return null;
      return { value: read, wording: toWording(read) };
    },
    same: (a, b) => Object.is(a, b) || (agrees(a, b) && agrees(b, a)),
  };
}
