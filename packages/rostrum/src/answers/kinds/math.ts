import type { AnswerReader, ReadAnswer, Reading } from "../../protocol/answer.ts";
import { mathAnswer } from "../math/answer.ts";
import { formulaIn, isSentence } from "../math/formula-in.ts";
import { sameTree } from "../math/same.ts";
import { withoutUnseen } from "../../visible.ts";
import { remember } from "./remember.ts";

const answerOf = remember(mathAnswer);

export function sameMath(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [answerOf(a), answerOf(b)];
  if (one.form === other.form && one.form !== "") return true;
  if (one.tree !== null && other.tree !== null) return sameTree(one.tree, other.tree);
  // Comparing word by word ignores signs, so it is used for words only and never for formulas.
  return one.words !== null && one.words === other.words;
}

function readMath({ answer, reasoning }: Reading, text: string): ReadAnswer<string> | null {
  if (answer === null) return null;
  let words = answer;
  if (isSentence(answer)) {
    // Prose has no fixed place for the answer: the formula may be in another sentence.
    const elsewhere = reasoning === text.trim() ? reasoning : "";
    words = formulaIn(answer) ?? formulaIn(withoutUnseen(elsewhere)) ?? answer;
  }
  return words === "" ? null : { value: words, wording: words };
}

/** Mathematics compared by value: expressions at sample points, points and intervals part by part, sets in any order. */
export function mathReader(): AnswerReader<string> {
  return {
    basis: "math",
    read: readMath,
    same: sameMath,
    key: (answer) => answerOf(answer).form || answer,
  };
}
