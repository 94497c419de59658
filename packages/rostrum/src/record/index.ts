export { fold } from "./fold.ts";
export { heardNote } from "./heard-note.ts";
export { addDelta, followTexts, liveKey, type LiveTexts } from "./live-texts.ts";
export { givenText, isRecordedFile, materialTurn, turnOf } from "./quotes/material.ts";
export { namesBehind } from "./peer-labels.ts";
export { judgmentQuotes, proseQuotes } from "./quotes/prose-quotes.ts";
export { quoteSources, type QuoteSources } from "./quotes/sources.ts";
export { Recorder, type DebateRecord, type DebateStatus } from "./recorder.ts";
export { alone, voteOf } from "./what-if.ts";
