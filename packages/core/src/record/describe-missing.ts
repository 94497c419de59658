import type { Missing } from "../protocol/result.ts";
import { clipLine } from "../visible.ts";
import { endSentence, shorten } from "../format.ts";

const MAX_REASON_CHARS = 300;
const MAX_SUBJECT_CHARS = 80;

/** Beginnings of sentences about what did not happen. The reason follows. */
const SKIPPED: Readonly<Record<Missing["what"], (subject: string | undefined) => string>> = {
  check: (subject) =>
    subject === undefined ? "The findings were not checked" : `"${subject}" was not checked`,
  tool: (subject) => `The tool ${subject ?? ""} was not called again`,
  router: () => "The router gave no answer",
  judge: () => "The judge did not decide",
  calibration: () => "The calibration was not used",
  swap: () => "The debate was not repeated with swapped sides",
  ballot: (subject) =>
    subject === undefined
      ? "The members did not rank one another"
      : `The ballot of ${subject} doesn't count`,
  average: (subject) => `The answer of ${subject ?? ""} isn't in the average`,
  comparison: () => "The comparison failed, so differently worded answers count as different",
  review: () => "The review was not applied",
  crux: () => "The crux is missing",
  claims: () => "The claims are missing",
  memo: () => "The memo is missing",
  audit: () => "The audit is missing",
};

/** One sentence about a step that did not happen, or only in part. */
export function describeMissing({ what, partial, error, ...missing }: Missing): string {
  const subject = missing.about && clipLine(missing.about, MAX_SUBJECT_CHARS);
  const reason = shortenReason(error);
  if (partial) return endSentence(subject === undefined ? reason : `"${subject}": ${reason}`);
  return endSentence(`${SKIPPED[what](subject)}: ${reason}`);
}

export function shortenReason(reason: string): string {
  return shorten(reason.trim(), MAX_REASON_CHARS);
}
