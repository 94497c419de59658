import { DatabaseSync } from "node:sqlite";
import postgres from "postgres";
import { listSearchWords } from "../packages/runtime/src/journal/query.ts";
import { sqliteJournal } from "./rostrum.ts";

const WORDS =
  "should the team move its question about storage to another database before winter or keep what works until prices fall and somebody measures latency".split(
    " ",
  );

/** Columns of a finished run, as a list and a search read them. */
interface Filled {
  id: string;
  status: string;
  created_at: number;
  updated_at: number;
  question: string;
  answer: string;
  escalated: number;
  waiting: number;
  calls: number;
  cost_usd: number;
  known_usd: number;
  panel: string;
  user_id: string;
  team_id: string;
  panel_name: string;
}

/** The same runs each time. One in a thousand has a rare word, waits or failed; one in a hundred is escalated. */
function* filledRuns(runs: number): Generator<Filled> {
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let at = 0; at < runs; at++) {
    const text = Array.from({ length: 12 }, () => WORDS[next(WORDS.length)]).join(" ");
    const rare = at % 1000 === 77 ? " zanzibar77" : "";
    const moment = 1_700_000_000_000 + at * 1000;
    const waits = at % 1000 === 500;
    yield {
      id: `run-${at}`,
      status: waits ? "running" : at % 1000 === 700 ? "failed" : "completed",
      created_at: moment,
      updated_at: moment,
      question: `Question ${at}: ${text}${rare}?`,
      answer: `answer ${at % 97}`,
      escalated: waits || at % 100 === 0 ? 1 : 0,
      waiting: waits ? 1 : 0,
      calls: 9,
      cost_usd: (at % 50) / 1000,
      known_usd: (at % 50) / 1000,
      panel: '["a","b","c"]',
      // Most are of few users, and some users have hardly any.
      user_id: at % 5 === 0 ? `user-${at % 997}` : `user-${at % 7}`,
      team_id: `team-${at % 5}`,
      panel_name: at % 500 === 0 ? "rare" : at % 2 === 0 ? "main" : "other",
    };
  }
}

const COLUMNS = [
  ...["id", "status", "created_at", "updated_at", "question", "answer", "escalated", "waiting"],
  ...["calls", "cost_usd", "known_usd", "panel", "user_id", "team_id", "panel_name"],
] as const satisfies readonly (keyof Filled)[];

/** Fills a journal with finished runs, without the library: only what a list and a search read. */
export async function fillJournal(place: string, runs: number): Promise<void> {
  const journal = sqliteJournal(place);
  await journal.list({ limit: 1 });
  await journal.close();
  const db = new DatabaseSync(place);
  const add = db.prepare(
    `INSERT INTO runs (${COLUMNS.join(", ")}, words, inputs, redacted)
     VALUES (${COLUMNS.map(() => "?").join(", ")}, ?, '{}', 0)`,
  );
  db.exec("BEGIN");
  for (const run of filledRuns(runs)) {
    add.run(...COLUMNS.map((name) => run[name]), listSearchWords(run.id, run));
  }
  db.exec("COMMIT");
  db.close();
}

const AT_ONCE = 2000;

/** The same for a database whose tables the library has made. */
export async function fillPostgres(url: string, schema: string, runs: number): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  const given = COLUMNS.map((name) => {
    if (name === "escalated" || name === "waiting") return `(row->>'${name}') = '1'`;
    const type = {
      calls: "integer",
      cost_usd: "float8",
      known_usd: "float8",
      created_at: "bigint",
    }[name as "calls"];
    return `(row->>'${name}')${name === "updated_at" ? "::bigint" : type ? `::${type}` : ""}`;
  });
  const rows = [...filledRuns(runs)];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE);
    const body = JSON.stringify(
      some.map((run) => ({ ...run, words: listSearchWords(run.id, run) })),
    );
    await sql.unsafe(
      `INSERT INTO ${schema}.runs (${COLUMNS.join(", ")}, inputs, redacted, words)
       SELECT ${given.join(", ")}, '{}', false, row->>'words' FROM json_array_elements($1::text::json) row`,
      [body],
    );
  }
  await sql.unsafe(`VACUUM ANALYZE ${schema}.runs`);
  await sql.end();
}
