import type { Reading } from "../../protocol/answer.ts";
import { concludes } from "./conclusion.ts";
import { markedAnswer } from "./marked-answer.ts";
import { cutConfidence, readLabelled } from "./read-labelled.ts";
import { tidyAnswer } from "./tidy.ts";

/** Beyond this, prose without any mark is an essay, not a value. */
const shortReply = 240;

/** A quick look for marks of a final answer, which outrank a label before them. */
const marksFollow = (text: string, from: number): boolean =>
  text.indexOf("answer", from) >= 0 ||
  text.indexOf("\\boxed", from) >= 0 ||
  text.indexOf("####", from) >= 0;

function answerIn(text: string): { answer: string | null; reasoning: string } {
  const marked = markedAnswer(text);
  if (marked !== null) return { answer: marked.content, reasoning: text };
  const conclusion = concludes(text);
  if (conclusion?.value === true) return { answer: conclusion.content, reasoning: text };
  if (text.length <= shortReply && !text.includes("\n\n")) {
    const answer = tidyAnswer(text);
    return { answer: answer === "" ? null : answer, reasoning: "" };
  }
  return { answer: conclusion?.content ?? text, reasoning: text };
}

/** Reads a reply in plain words, with labels or without. */
export function readProse(text: string): Reading {
  const labelled = readLabelled(text);
  if (labelled === null) {
    const { rest, confidence } = cutConfidence(text);
    return { ...answerIn(rest), confidence };
  }
  const { reading, end, unlabelled } = labelled;
  if (reading.answer === null) return { ...reading, ...answerIn(unlabelled) };
  if (!marksFollow(text, end)) return reading;
  const marked = markedAnswer(text);
  if (marked?.final !== true || marked.start <= end) return reading;
  return { ...reading, answer: marked.content, reasoning: text };
}
