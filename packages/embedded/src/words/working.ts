import { LIMITS } from "./limits.ts";
import { normaliseSigns } from "./normalise.ts";

/** A debater's answer in the networks' own form: `15*21=315;12+315=327#327`, or `#327` alone. */
export type Working = string;

const LARGEST_STATED = 9_999_999;

/**
 * Recovers a working from a reply in any wording. A reply in our own wording comes back exactly; of
 * another model's prose the equations are kept if they are one complete working, else the answer
 * alone. `null` when there is no whole number to show.
 */
export function readWorking(text: string, answer: string | null, steps: number): Working | null {
  const stated = readInteger(answer ?? findAnswerLine(text));
  if (stated === null) return null;
  const found = findOwnSteps(text) ?? findProseSteps(text, steps);
  const whole = `${found.join(";")}#${stated}`;
  return whole.length < LIMITS.answerTokens ? whole : `#${stated}`;
}

function findAnswerLine(text: string): string {
  return /^Answer:(.*)$/m.exec(text)?.[1] ?? "";
}

/** A whole number and nothing else, apart from commas, signs and a currency of emphasis around it. */
function readInteger(text: string): number | null {
  if (text.length > 64) return null;
  const bare = normaliseSigns(text).replace(/[\s*_`$.]+$|^[\s*_`$=]+/g, "");
  if (!/^-?\d+$/.test(bare)) return null;
  const value = Number(bare);
  // `+ 0` turns -0 into 0.
  return Math.abs(value) <= LARGEST_STATED ? value + 0 : null;
}

/** Lines of signs and digits before the answer: the form `reply.ts` writes. */
function findOwnSteps(text: string): string[] | null {
  const [before] = text.split(/^Answer:/m);
  if (before === undefined || before === text) return null;
  const lines = before.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0 || !lines.every((line) => /^[\d+\-×= ]+$/.test(line))) return null;
  return lines.map((line) => line.replaceAll(" ", "").replaceAll("×", "*"));
}

const equation =
  /(?<![\d.)=+\-*/^] ?)(-?\d{1,7}) ?([+\-*]) ?(\d{1,7}) ?= ?(-?\d{1,7})(?![\d.]*\d)(?! ?[+\-*/^])/g;

function findProseSteps(text: string, steps: number): string[] {
  const plain = normaliseSigns(text).replaceAll("**", "");
  const found = Array.from(
    plain.matchAll(equation),
    ([, a, sign, b, result]) => `${a}${sign}${b}=${result}`,
  );
  return found.length === steps ? found : [];
}
