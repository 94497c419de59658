import type { CountTokens } from "../spending/call-spend.ts";
import { estimateTokens, weighCharacter } from "../spending/token-estimate.ts";

/*
 * The text of a simulated reply: a few words that tell it from all others, and characters that stand for the rest of it.
 * These are noncharacters, which Unicode sets aside for use within a program: number n stands for 2^n tokens. So a
 * reply of any length is a few characters long, and a simulated debate takes no longer where replies may be long.
 */
const FIRST = 0xfdd0;
const LAST = 0xfdef;

const SIMULATED = /[\ufdd0-\ufdef]/;

/** A text that counts as this many tokens, beginning with these words. `wordCount`: how many more words it has at most. */
export function writeSimulated(words: string, tokens: number, wordCount = 1): string {
  const all = Math.max(1, Math.ceil(tokens) - estimateTokens(words));
  const fillers = Math.min(wordCount, all) - 1;
  const rest = all - fillers;
  let text = (words === "" ? "" : `${words} `) + `${String.fromCharCode(FIRST)} `.repeat(fillers);
  for (let place = 0; FIRST + place <= LAST && 2 ** place <= rest; place++) {
    if (Math.floor(rest / 2 ** place) % 2 === 1) text += String.fromCharCode(FIRST + place);
  }
  return text;
}

/** The character that takes the most tokens, for texts whose length is limited in characters. */
const DENSE = "\u0905";
const DENSE_RUN = new RegExp(`${DENSE}{2,}`, "g");
const DENSE_TOKENS = weighCharacter(DENSE.charCodeAt(0));

/** A text that takes this many tokens, and as few characters as a text of a model may have then. */
export function writeDense(tokens: number): string {
  return DENSE.repeat(Math.ceil(tokens / DENSE_TOKENS));
}

export function isSimulated(text: string): boolean {
  return SIMULATED.test(text);
}

/** The words that a simulated text begins with. */
export function readSimulatedWords(text: string): string {
  return text.slice(0, Math.max(0, text.search(SIMULATED))).trim();
}

/**
 * Counts the tokens of texts that quote simulated ones. `quoteFactor`: tokens that the estimate may give for each token
 * of a reply that is quoted.
 */
export function createTokenCount(quoteFactor: number): CountTokens {
  const weigh = (code: number): number =>
    code >= FIRST && code <= LAST ? quoteFactor * 2 ** (code - FIRST) : weighCharacter(code);
  return (text) => {
    let dense = 0;
    // This text may be long, and is shown to every member.
    const rest = text.includes(DENSE)
      ? text.replace(DENSE_RUN, ({ length }) => {
          dense += length * DENSE_TOKENS;
          return "";
        })
      : text;
    return estimateTokens(rest, weigh) + Math.ceil(dense);
  };
}
