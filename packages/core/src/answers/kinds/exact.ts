import type { AnswerReader } from "../../protocol/answer.ts";

const normalise = (text: string): string => text.normalize("NFC");

/** Compares characters, after the marks around the whole answer are removed. */
export function exactReader(): AnswerReader<string> {
  return {
    basis: "exact",
    read: ({ answer, verbatim, from }) => {
      const value = verbatim ?? answer;
      return value === null || from === "whole" ? null : { value, wording: value };
    },
    same: (a, b) => normalise(a) === normalise(b),
    key: normalise,
  };
}
