import { figuresIn, plainDigits } from "./figures.ts";
import { numberIn } from "./parse-number.ts";
import { isPlainFigure } from "./plain-figure.ts";
import { remember } from "./remember.ts";

const plain = /^-?\d+(?:\.\d+)?$/;
const unlikeNumber = /\d[:\-/]\d+[:\-/]\d|\d:\d|\d\.\d+\.\d/;
const leading =
  /^[\s$€£¥₹+\-−~≈*_(\\]*(?:(?:about|approximately|exactly|around|roughly|only|minus|negative|[a-zA-Z]\w{0,2}\s*=)\s*)?[$€£¥₹+\-−\\]*(?:\d|\.\d|[dtc]?frac)/i;

/** The number that an answer consists of, with at most its unit. A text that only mentions a number has none. */
export function soleNumber(answer: string): number | null {
  if (answer.length > 60) return plain.test(answer) ? Number(answer) : null;
  return known(answer).value;
}

const known = remember((answer): { value: number | null } => ({ value: numberAlone(answer) }));

function numberAlone(whole: string): number | null {
  if (plain.test(whole)) return Number(whole);
  const answer = plainDigits(whole);
  if (unlikeNumber.test(answer) || !isPlainFigure(answer)) return null;
  if (!leading.test(answer)) {
    const words = answer.split(/\s+/).length;
    return words <= 3 && !/\d/.test(answer) ? wholeSpelled(answer) : null;
  }
  const figures = figuresIn(answer);
  if (figures.length !== 1 && !answer.includes("=")) return null;
  if (/\\(?:sqrt|pi|sin|cos|ln|log)|\^|[a-zA-Z]\d|√|π/.test(answer)) return null;
  return numberIn(answer);
}

const spelled =
  /^[\s*_"']*(?:(?:minus|negative|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|billion|and)[\s-]*)+[.*_"']*$/i;

const wholeSpelled = (answer: string): number | null =>
  spelled.test(answer) ? numberIn(answer) : null;
