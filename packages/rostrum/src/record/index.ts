export { fold } from "./fold.ts";
export { createRecorder, type DebateRecord, type DebateStatus, type Recorder } from "./recorder.ts";
export { alone, mindChanges, voteOf, whatIfOf } from "./what-if.ts";
export { plus } from "./totals.ts";
