/**
 * Changes that each version makes to the tables of the version before it. The first entry makes version 2 of version 1. A
 * new journal gets the tables of version 1 and then all of these, so that a new journal and a migrated one are the same.
 *
 * They only add: tables, indexes, and columns that may be NULL or have a default. So a server of the version before
 * goes on while another one migrates the journal that both use. What was released is never changed.
 */
const MIGRATIONS: readonly string[] = [
  `
  ALTER TABLE @runs ADD COLUMN project_id @key;
  CREATE INDEX runs_by_project ON @runs (project_id, n@sums) WHERE project_id IS NOT NULL;

  -- Links through which somebody without an account reads one debate. Only the hash of a link's token is kept.
  CREATE TABLE @shares (
    n @rising,
    hash @key NOT NULL UNIQUE,
    run @row NOT NULL REFERENCES @runs (n) ON DELETE CASCADE,
    person @row REFERENCES @people (n),
    at @moment NOT NULL,
    until @moment NOT NULL,
    revoked_at @moment
  ) @strict;
  CREATE INDEX shares_by_run ON @shares (run);

  -- Who should review a run, and by when.
  CREATE TABLE @assignments (
    run @row PRIMARY KEY REFERENCES @runs (n) ON DELETE CASCADE,
    assignee @row NOT NULL REFERENCES @people (n),
    due @moment,
    comment @text NOT NULL,
    person @row REFERENCES @people (n),
    at @moment NOT NULL
  ) @strict;
  CREATE INDEX assignments_by_assignee ON @assignments (assignee);

  -- Debates whose answer was not delivered to their client, by what the request said. Nobody waits for a free one.
  CREATE TABLE @repeats (
    debate @key PRIMARY KEY,
    key @key NOT NULL,
    free @flag NOT NULL,
    until @moment NOT NULL
  ) @strict;
  CREATE INDEX repeats_by_key ON @repeats (key);
  `,
  `
  -- What panels have learned from their runs. The last version of a panel is the current one.
  CREATE TABLE @calibrations (
    panel @key NOT NULL,
    version @whole NOT NULL,
    about @text NOT NULL,
    body @text NOT NULL,
    person @row REFERENCES @people (n),
    at @moment NOT NULL,
    PRIMARY KEY (panel, version)
  ) @strict;
  `,
  `
  -- What each call was sent, as JSON: its model, and the parts of its prompt by their hashes.
  ALTER TABLE @steps ADD COLUMN prompt @text;
  -- Most parts of a prompt are sent in several calls of a run.
  CREATE TABLE @prompt_parts (
    run @row NOT NULL REFERENCES @runs (n) ON DELETE CASCADE,
    hash @key NOT NULL,
    body @text NOT NULL,
    PRIMARY KEY (run, hash)
  ) @strict;

  -- What removed runs used, as JSON by model. Whoever pays sees the same sums as before the removal.
  CREATE TABLE @removed_runs (
    n @rising,
    created_at @moment NOT NULL,
    user_id @key,
    team_id @key,
    project_id @key,
    panel_name @text,
    models @text NOT NULL
  ) @strict;
  CREATE INDEX removed_runs_by_time ON @removed_runs (created_at);
  `,
  `
  -- How the answer came about, as JSON: a tie, an overruled majority, a person; whom the run waits for; what it reviews.
  ALTER TABLE @runs ADD COLUMN circumstances @text;
  `,
];

/** The version of the tables, which each database keeps next to them. */
export const VERSION: number = 1 + MIGRATIONS.length;

/** The statements that bring tables of a version up to date. */
export function listMigrations(version: number): string {
  return MIGRATIONS.slice(version - 1).join("\n");
}

/** Why tables are refused: those of a later version may mean something that this version doesn't know. */
export function describeOtherVersion(version: number): string {
  const expected = `expected a journal of version ${VERSION} or below, got version ${version}`;
  return `${expected}, made by another version of rostrum. It was left unchanged: open it with that version`;
}
