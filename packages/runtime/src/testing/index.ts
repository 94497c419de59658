export { faulty, type Fault } from "./faulty.ts";
export { journalConformance, type ConformanceCheck } from "./journal-conformance.ts";
export { runStoreConformance } from "./run-store-conformance.ts";
export {
  scripted,
  type Script,
  type ScriptedModel,
  type ScriptedOptions,
  type ScriptedReply,
} from "./scripted.ts";
