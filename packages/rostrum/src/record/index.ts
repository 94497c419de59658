export { fold } from "./fold.ts";
export { createRecorder, type DebateRecord, type DebateStatus, type Recorder } from "./recorder.ts";
export { alone, voteOf } from "./what-if.ts";
