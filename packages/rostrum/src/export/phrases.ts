import type { ConfidenceBasis } from "../protocol/result.ts";

/** US dollars; an unknown price is never shown as zero. */
export function money(usd: number | null): string {
  if (usd === null) return "unknown";
  if (usd === 0) return "$0";
  if (usd >= 0.995) return `$${usd.toFixed(2)}`;
  return usd < 1e-6 ? "<$0.000001" : `$${Number(usd.toPrecision(2)).toFixed(decimals(usd))}`;
}

function decimals(usd: number): number {
  return Math.max(2, 1 - Math.floor(Math.log10(usd)));
}

/** Only the whole is 100%. */
export function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return `${share < 1 ? Math.min(99, rounded) : rounded}%`;
}

export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

const BASES: Record<ConfidenceBasis, string> = {
  self_reported: "self-reported",
  judge: "the judge's",
  calibrated: "calibrated",
  uncalibrated: "uncalibrated",
};

export function confidenceWords(confidence: number | null, basis: ConfidenceBasis | null): string {
  if (confidence === null) return "not given";
  return basis === null ? percent(confidence) : `${percent(confidence)} (${BASES[basis]})`;
}

/** Any answer as it is shown to people: its text, or JSON where it is no text. */
export function answerWords(answer: unknown): string {
  if (answer === null || answer === undefined) return "";
  return typeof answer === "string" ? answer : (JSON.stringify(answer) ?? String(answer));
}

const STOPS: Record<string, string> = {
  agreed: "the panel agreed",
  stable: "nobody changed their answer any more",
  decided: "the votes so far were enough",
  verified: "the checker found an answer right",
  max_rounds: "the last round was over",
  budget: "the budget did not allow more",
  panel_failed: "too few debaters replied in the last round, so it doesn't count",
  routed: "one model was sure enough; no debate was held",
  unfinished: "it was not finished",
};

export function stopWords(reason: string): string {
  return STOPS[reason] ?? reason;
}
