import { LIMITS } from "./limits.ts";
import { normaliseSigns } from "./normalise.ts";

/** A debater's answer in the networks' format: `15*21=315;12+315=327#327`, or just `#327`. */
export type Working = string;

const MAX_STATED = 9_999_999;

/**
 * Extracts the working from a reply in any wording. A reply that a network wrote is restored exactly. From another
 * model's prose, the equations are kept if they form a complete working, else only the answer. `null` without an
 * integer answer.
 */
export function readWorking(text: string, answer: string | null, steps: number): Working | null {
  const stated = readInteger(answer ?? findAnswerLine(text));
  if (stated === null) return null;
  const foundSteps = findOwnSteps(text) ?? findProseSteps(text, steps);
  const working = `${foundSteps.join(";")}#${stated}`;
  return working.length < LIMITS.answerTokens ? working : `#${stated}`;
}

function findAnswerLine(text: string): string {
  return /^Answer:(.*)$/m.exec(text)?.[1] ?? "";
}

/** Reads an integer, ignoring thousands separators, emphasis and a currency sign around it. */
function readInteger(text: string): number | null {
  if (text.length > 64) return null;
  const bare = normaliseSigns(text).replace(/[\s*_`$.]+$|^[\s*_`$=]+/g, "");
  if (!/^-?\d+$/.test(bare)) return null;
  const value = Number(bare);
  // `+ 0` turns -0 into 0.
  return Math.abs(value) <= MAX_STATED ? value + 0 : null;
}

/** Finds the lines of signs and digits before the answer, which `reply.ts` writes. */
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
  const equations = Array.from(
    plain.matchAll(equation),
    ([, a, sign, b, result]) => `${a}${sign}${b}=${result}`,
  );
  return equations.length === steps ? equations : [];
}
