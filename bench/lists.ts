/** How long a list, a search and a sum take over 100,000 runs, in SQLite and in Postgres, and which index each uses. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresServer, installPostgres } from "../test/postgres/support/server.ts";
import { postgresJournal } from "../packages/server/src/postgres/index.ts";
import { sqliteJournal, type RunQuery, type RunStore } from "../packages/rostrum/src/index.ts";
import { fillJournal, fillPostgres } from "./fill-journal.ts";

const RUNS = Number(process.argv[2] ?? 100_000);
const TURNS = 25;
const middleOf = (RUNS * 1000) / 2 + 1_700_000_000_000;
const DAY = 86_400_000;

const ASKED: [string, RunQuery][] = [
  ["newest", {}],
  ["page in the middle", { before: String(Math.floor(RUNS / 2)) }],
  ["search: a rare word", { search: "zanzibar77" }],
  ["search: a word of every run", { search: "question" }],
  ["search: a word of many runs", { search: "winter" }],
  ["search: two words, no hit", { search: "winter zebra" }],
  ["search: no hit", { search: "nowhere to be found" }],
  ["search: part of a word", { search: "anzibar7" }],
  ["search: two letters, no hit", { search: "qz" }],
  ["search: an id", { search: `run-${Math.floor(RUNS / 3)}` }],
  ["search of one user", { search: "zanzibar77", user: "user-3" }],
  ["to review, oldest first", { only: "to_review", oldestFirst: true }],
  ["doubtful", { only: "doubtful" }],
  ["waiting", { status: "waiting" }],
  ["running", { status: "running" }],
  ["failed", { status: "failed" }],
  ["completed", { status: "completed" }],
  ["a panel", { panelName: "main" }],
  ["a panel that few ask", { panelName: "rare" }],
  ["a panel that nobody asks", { panelName: "none" }],
  ["a user", { user: "user-3" }],
  ["a user with few runs", { user: "user-995" }],
  ["what a user sees", { visibleTo: { user: "user-995" } }],
  ["what a user and a team see", { visibleTo: { user: "user-3", team: "team-2" } }],
  ["a day in the middle", { from: middleOf, to: middleOf + DAY / 24 }],
  ["an empty day", { from: 1, to: DAY }],
  ["sums of everything", { totals: true, limit: 1 }],
  ["sums of a panel", { totals: true, limit: 1, panelName: "main" }],
  ["sums of a user", { totals: true, limit: 1, user: "user-3" }],
  ["sums of an hour", { totals: true, limit: 1, from: middleOf, to: middleOf + DAY / 24 }],
];

async function times(journal: RunStore): Promise<number[]> {
  const found: number[] = [];
  for (const [, query] of ASKED) {
    const each: number[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      const before = performance.now();
      await journal.list({ limit: 50, ...query });
      each.push(performance.now() - before);
    }
    // The fastest: a busy machine only adds to it.
    found.push(Math.min(...each));
  }
  return found;
}

const folder = mkdtempSync(join(tmpdir(), "rostrum-lists-"));
const place = join(folder, "runs.db");
await fillJournal(place, RUNS);
const file = sqliteJournal(place);
const inFile = await times(file);
await file.close();
rmSync(folder, { recursive: true, force: true });

let inDatabase: number[] | null = null;
if (await installPostgres()) {
  const server = await postgresServer();
  try {
    const journal = postgresJournal(server.url);
    await journal.list();
    await fillPostgres(server.url, "rostrum", RUNS);
    inDatabase = await times(journal);
    await journal.close();
  } finally {
    await server.end();
  }
}

const shown = (ms: number | undefined): string =>
  (ms === undefined ? "" : ms.toFixed(1)).padStart(9);
console.log(
  `Milliseconds for a page of 50 of ${RUNS.toLocaleString("en")} runs, the fastest of ${TURNS}:\n`,
);
console.log(`${"".padEnd(32)}${"SQLite".padStart(9)}${"Postgres".padStart(9)}`);
for (const [at, [name]] of ASKED.entries()) {
  console.log(`${name.padEnd(32)}${shown(inFile[at])}${shown(inDatabase?.[at])}`);
}
