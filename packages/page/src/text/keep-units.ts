const NO_BREAK = "\u00a0";

/** A figure and the unit after it. Words such as "of" or "to" are no units, so lines still break there. */
const FIGURE =
  /(?<=\d)[ ](?=(?:%|‰|°[CF]?|[€$£¥]|[kMGTP]?i?B(?:\/s)?|[nµm]?s|min|[hd]|[kcmµ]?m|[kmµ]?g|[kMG]?Hz|[kMG]?Wh?|[km]?[VA]|USD|EUR|GBP|px|calls?|tokens?)(?![\p{L}\p{N}]))/gu;

/** Keeps "14 ms" on one line. The text keeps its length. */
export function keepUnits(text: string): string {
  return text.replace(FIGURE, NO_BREAK);
}
