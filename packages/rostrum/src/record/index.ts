export { describeOtherSeverities, describeSeverity } from "./describe-severity.ts";
export { readDiff, type DiffLine } from "./read-diff.ts";
export { heardNote } from "./apply-event.ts";
export { addDelta, followTexts, liveKey, type LiveTexts } from "./live-texts.ts";
export { givenText, isRecordedFile, materialTurn, turnOf } from "./quotes/material.ts";
export { namesBehind } from "./peer-labels.ts";
export { judgmentQuotes, proseQuotes, type Said } from "./quotes/prose-quotes.ts";
export { quoteSources, type QuoteSources } from "./quotes/sources.ts";
export {
  fold,
  Recorder,
  type DebatePhase,
  type DebateRecord,
  type DebateStatus,
} from "./recorder.ts";
export { alone, voteOf } from "./result.ts";
export type { RunSummaryRow } from "./summary.ts";
export { sumCalls, sumTotals, type Totals } from "./call-book.ts";
