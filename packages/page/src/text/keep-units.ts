const NO_BREAK = "\u00a0";

/** A figure with its unit. Lines may still break before words such as "of" or "to". */
const FIGURE =
  /(?<=\d)[ ](?=(?:%|‰|°[CF]?|[€$£¥]|[kMGTP]?i?B(?:\/s)?|[nµm]?s|min|[hd]|[kcmµ]?m|[kmµ]?g|[kMG]?Hz|[kMG]?Wh?|[km]?[VA]|USD|EUR|GBP|px|calls?|tokens?)(?![\p{L}\p{N}]))/gu;

/** Keeps "14 ms" on one line. Doesn't change the length of the text. */
export function keepUnits(text: string): string {
  return text.replace(FIGURE, NO_BREAK);
}
