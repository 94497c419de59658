import type { Shortage } from "./protocol/budget.ts";

/** Shortens to at most `maxChars` UTF-16 units, the ellipsis included. A character of two units is never cut in half. */
export function shorten(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const start = text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, "");
  return `${start.trimEnd()}…`;
}

/** A count with its noun: "1 vote", "3 votes". */
export function formatCount(count: number, one: string, many: string = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

/** Name of a round for people, who count rounds from 1: "first answers", "round 2". */
export function nameRound(index: number): string {
  return index === 0 ? "first answers" : `round ${index + 1}`;
}

/** Name of a part of a review: members report, then check one another's findings. */
export function nameReviewRound(index: number): string {
  return index === 0 ? "review" : "check";
}

/** Name of a round within a sentence: "failed in the first round", "failed in round 2", "failed in the check". */
export function nameRoundInText(index: number, isReview: boolean): string {
  if (isReview) return `the ${nameReviewRound(index)}`;
  return index === 0 ? "the first round" : nameRound(index);
}

/** A duration: "850 ms", "12.3 s", "2 min 5 s". */
export function formatDuration(ms: number): string {
  const wholeMs = Math.round(ms);
  if (wholeMs < 1000) return `${wholeMs} ms`;
  const seconds = wholeMs / 1000;
  // 59.96 s would be rounded to 60.0 s.
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const wholeSeconds = Math.max(60, Math.floor(seconds));
  return `${Math.floor(wholeSeconds / 60)} min ${wholeSeconds % 60} s`;
}

/** Ends a clause as a sentence. */
export function endSentence(clause: string): string {
  return /[.!?…]$/.test(clause) ? clause : `${clause}.`;
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Joins words for a sentence: "ada", "ada and boole", "ada, boole and cyd". Without `Intl.ListFormat`, which takes 13 ms of
 * CPU time to begin.
 */
export function joinWords(words: readonly string[], conjunction: "and" | "or" = "and"): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}

const MAX_NAMES = 3;

/** Joins names, and counts those that make the list long: "ada, boole and 4 others". */
export function joinNames(names: readonly string[]): string {
  if (names.length <= MAX_NAMES) return joinWords(names);
  const listedNames = names.slice(0, MAX_NAMES - 1);
  return joinWords([...listedNames, `${names.length - listedNames.length} others`]);
}

/** US dollars. An unknown price is never shown as zero. */
export function formatMoney(usd: number | null): string {
  if (usd === null) return "unknown";
  if (usd === 0) return "$0";
  if (usd >= 0.995) return `$${usd.toFixed(2)}`;
  return usd < 1e-6 ? "<$0.000001" : `$${Number(usd.toPrecision(2)).toFixed(countDecimals(usd))}`;
}

function countDecimals(usd: number): number {
  return Math.max(2, 1 - Math.floor(Math.log10(usd)));
}

/** An amount of what is limited: "$0.50", "20,000 tokens", "5 calls". */
export function formatLimit(
  limit: Shortage["limit"],
  amount: number,
  formatUsd: (usd: number) => string,
): string {
  switch (limit) {
    case "usd":
      return formatUsd(amount);
    case "tokens":
      return formatCount(amount, "token");
    case "calls":
      return formatCount(amount, "call");
    case "toolCalls":
      return formatCount(amount, "tool call");
    case "ms":
      return formatDuration(amount);
  }
}

/** Only a share of 1 is shown as 100%. */
export function formatPercent(share: number): string {
  const rounded = Math.round(share * 100);
  return `${share < 1 ? Math.min(99, rounded) : rounded}%`;
}

/** Rounds up to two significant digits or to hundredths of a cent, so that the figure is enough and easy to type. */
export function roundUpFigure(amount: number): number {
  if (amount <= 0) return 0;
  const digits = Math.min(4, 1 - Math.floor(Math.log10(amount)));
  // Sums of dollars have rounding errors, which must not count as another digit.
  const units = Math.ceil(Number((amount * 10 ** digits).toPrecision(12)));
  return Number((units / 10 ** digits).toPrecision(12));
}
