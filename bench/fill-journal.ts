import { DatabaseSync } from "node:sqlite";
import { sqliteJournal } from "./rostrum.ts";

const WORDS =
  "should the team move its question about storage to another database before winter or keep what works until prices fall and somebody measures latency".split(
    " ",
  );

/** Fills a journal with finished runs, without the library: only what a list and a search read. */
export async function fillJournal(place: string, runs: number): Promise<void> {
  const journal = sqliteJournal(place);
  await journal.list({ limit: 1 });
  await journal.close();
  const db = new DatabaseSync(place);
  const add = db.prepare(
    `INSERT INTO runs (id, inputs, status, redacted, created_at, updated_at, question, answer, panel)
     VALUES (?, '{}', 'completed', 0, ?, ?, ?, ?, '["a","b","c"]')`,
  );
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  db.exec("BEGIN");
  for (let at = 0; at < runs; at++) {
    const text = Array.from({ length: 12 }, () => WORDS[next(WORDS.length)]).join(" ");
    const rare = at % 1000 === 77 ? " zanzibar77" : "";
    const moment = 1_700_000_000_000 + at * 1000;
    add.run(`run-${at}`, moment, moment, `Question ${at}: ${text}${rare}?`, `answer ${at % 97}`);
  }
  // As they would be after that many runs.
  db.exec(`INSERT INTO run_words (rowid, id, question, answer)
    SELECT n, id || '  ', question || '  ', answer || '  ' FROM runs`);
  db.exec("UPDATE runs SET indexed = 1");
  db.exec("COMMIT");
  db.close();
}
