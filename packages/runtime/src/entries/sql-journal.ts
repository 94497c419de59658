/* Building blocks of a journal on another database, and operations on journals for servers and commands. */

// Tables, statements and migrations, the same for every database
export { listRuns } from "../journal/sql/list-runs.ts";
export { describeOtherVersion, listMigrations, VERSION } from "../journal/sql/migrations.ts";
export { listRemovedRuns, removeRun } from "../journal/sql/removed-runs.ts";
export { listSentCalls } from "../journal/sql/prompt-parts.ts";
export { askSql, type Query, type SqlScript, type SqlValue } from "../journal/sql/script.ts";
export { isForgottenName } from "../journal/service/rows.ts";
export { createSqlService } from "../journal/service/sql-service.ts";
export { listActs } from "../journal/service/sql/audit.ts";
export {
  translate,
  writeStatements,
  type Dialect,
  type Statements,
} from "../journal/sql/statements.ts";
export { TABLES, type TableDialect } from "../journal/sql/tables.ts";

// A run and its owner
export { createHeartbeat, type Heartbeat } from "../journal/sql/heartbeat.ts";
export { createJournalRun, type ClaimedRun } from "../journal/sql/journal-run.ts";
export { createWaiters, describeProcess } from "../journal/waiting-for-owner.ts";

// Options, queries, rows and errors
export { checkNumber, checkRetention } from "../journal/check-options.ts";
export { busyError, closedJournalError, lostError, redactedError } from "../journal/faults.ts";
export { checkQuery, listSearchWords, readMoment, toStorable } from "../journal/query.ts";
export { readEvents, readRun, UnreadableRow, type RunRow, type StepRow } from "../journal/rows.ts";

// Redaction
export { createRedactor, type Redact, type Redactor } from "../journal/redact.ts";
export { removeKeys, removeKeysFromEvent } from "../journal/remove-keys.ts";

// A server without a database, and copies of a database
export { memoryService } from "../journal/service/memory-service.ts";
export { backupSqlite, restoreSqlite } from "../journal/sqlite/backup.ts";
