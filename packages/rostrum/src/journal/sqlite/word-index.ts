import type { DatabaseSync } from "node:sqlite";
import type { GroupCommit } from "./group-commit.ts";
import { INDEXED, UNINDEXED } from "./schema.ts";

/**
 * Keeps the index of words. A running run changes with every event, and each change would take its words out of
 * the index and put them in again; so runs are indexed when they are over, many at once. Until then, a search
 * looks at them one by one.
 */
export interface WordIndex {
  /** Within a transaction. Whether so many finished runs wait that it is worth it. */
  isDue(): boolean;
  /** Within a transaction. Indexes the oldest runs that wait, as many as take a moment. */
  addSome(): void;
  /** Does that soon. If it fails, the end of another run does it. */
  addSoon(commits: GroupCommit): void;
}

/** So many runs are looked at in no time. */
const WORTH_IT = 64;
/** Everything else waits meanwhile. */
const MOST_CHARACTERS = 50_000;

const WAITING = `indexed = ${INDEXED.notYet} AND status <> 'running'`;

export function wordIndexIn(db: Pick<DatabaseSync, "prepare">): WordIndex {
  const count = db.prepare(
    `SELECT count(*) AS n FROM (SELECT 1 FROM runs WHERE ${WAITING} LIMIT ${WORTH_IT})`,
  );
  const next = db.prepare(
    `SELECT n, length(id) + length(question) + length(coalesce(answer, '')) AS length
     FROM runs WHERE ${WAITING} ORDER BY n LIMIT ${WORTH_IT}`,
  );
  const add = db.prepare(
    `INSERT INTO run_words (rowid, id, question, answer)
     SELECT n, id || '  ', question || '  ', answer || '  ' FROM runs
     WHERE ${WAITING} AND n <= ? AND NOT (${UNINDEXED})`,
  );
  const mark = db.prepare(
    `UPDATE runs SET indexed = CASE WHEN ${UNINDEXED} THEN ${INDEXED.never} ELSE ${INDEXED.yes} END
     WHERE ${WAITING} AND n <= ?`,
  );
  let soon = false;

  function addSome(): void {
    const rows = next.all() as unknown as { n: number; length: number }[];
    let characters = 0;
    const some = rows.filter(({ length }, at) => {
      characters += length;
      return at === 0 || characters <= MOST_CHARACTERS;
    });
    const last = some.at(-1);
    if (!last) return;
    add.run(last.n);
    mark.run(last.n);
  }

  return {
    isDue: () => !soon && Number(count.get()?.["n"]) >= WORTH_IT,
    addSome,
    addSoon(commits) {
      if (soon) return;
      soon = true;
      const over = (): void => void (soon = false);
      commits.write(addSome).then(over, over);
    },
  };
}
