import type { Reading } from "../../protocol/answer.ts";
import { concludes } from "./conclusion.ts";
import { markedAnswer, wordsOfMark } from "./marked-answer.ts";
import { quoted } from "./quoted.ts";
import { cutConfidence, readLabelled } from "./read-labelled.ts";
import { tidyAnswer } from "./tidy.ts";

/** Prose longer than this without any mark is an essay, not a value. */
const shortReply = 240;

/** A quick look for marks of a final answer, which outrank a label before them. */
const marksFollow = (text: string, from: number): boolean =>
  text.indexOf("answer", from) >= 0 ||
  text.indexOf("\\boxed", from) >= 0 ||
  text.indexOf("####", from) >= 0;

function answerIn(text: string): Pick<Reading, "answer" | "verbatim" | "prose" | "reasoning"> {
  const marked = markedAnswer(text);
  if (marked !== null) return { ...wordsOfMark(marked), reasoning: text };
  const conclusion = concludes(text);
  if (conclusion?.value === true)
    return { answer: conclusion.content, prose: text, reasoning: text };
  if (text.length <= shortReply && !text.includes("\n\n")) {
    const words = tidyAnswer(text);
    const answer = words === "" ? null : words;
    const verbatim = quoted(text);
    const prose = { answer, prose: text, reasoning: "" };
    return verbatim === null ? prose : { ...prose, verbatim };
  }
  return { answer: conclusion?.content ?? text, prose: text, reasoning: text };
}

/** Reads a reply in plain words, with labels or without. */
export function readProse(text: string): Reading {
  const labelled = readLabelled(text);
  if (labelled === null) {
    const { rest, confidence } = cutConfidence(text);
    return { ...answerIn(rest), confidence };
  }
  const { reading, end, unlabelled } = labelled;
  if (reading.answer === null && reading.verbatim === undefined)
    return { ...reading, ...answerIn(unlabelled) };
  if (!marksFollow(text, end)) return reading;
  const marked = markedAnswer(text);
  if (marked?.final !== true || marked.start <= end) return reading;
  const { verbatim: _, ...others } = reading;
  return { ...others, ...wordsOfMark(marked), reasoning: text };
}
