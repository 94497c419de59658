export { pickOutcome } from "./stored-fields.ts";
export { memoryJournal } from "./memory.ts";
export { defaultJournalPath, sqliteJournal } from "./sqlite/sqlite-journal.ts";
export type { Redact } from "./redact.ts";
export type { SqliteJournalOptions } from "./sqlite/options.ts";
