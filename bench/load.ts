/**
 * The server under load, compared with the library on the same journal: `node bench/load.ts`.
 * Ratios compare turns of one run; absolute times need a quiet machine.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request, type IncomingMessage } from "node:http";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { fillJournal } from "./fill-journal.ts";
import type { BenchRow } from "./journal.ts";
import { watchRaw, type RawWatcher } from "./raw-watcher.ts";

const SIDE = fileURLToPath(new URL("./load-side.ts", import.meta.url));
const DEBATES = 200;
const WATCHERS = 1000;
const RUNS = 100_000;
/** A server runs for days: turns in which its code is still being compiled are not measured, for either side. */
const WARM_UP = 5;
const TURNS = 7;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

interface Side {
  child: ChildProcess;
  port: number;
  ask(is: string, more?: object): Promise<number>;
  end(): Promise<void>;
}

async function start(place: string): Promise<Side> {
  const child = fork(SIDE, [place, "50"]);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    child,
    port,
    async ask(is, more = {}) {
      const answer = once(child, "message");
      child.send({ is, ...more });
      return ((await answer) as [{ ms: number }])[0].ms;
    },
    async end() {
      child.send({ is: "end" });
      await once(child, "exit");
    },
  };
}

async function body(response: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk;
  return text;
}

async function ask(port: number, path: string, sent?: object): Promise<string> {
  const text = sent && JSON.stringify(sent);
  const outgoing = request({
    host: "127.0.0.1",
    port,
    path,
    agent,
    method: text === undefined ? "GET" : "POST",
    headers:
      text === undefined
        ? {}
        : { "content-type": "application/json", "content-length": Buffer.byteLength(text) },
  });
  outgoing.end(text);
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  const answer = await body(response);
  if ((response.statusCode ?? 500) >= 300) throw new Error(`${path}: ${answer}`);
  return answer;
}

/** Starts a debate and waits for its end, as a client of the chat route does. */
async function whole(port: number, panel: string): Promise<void> {
  const answer = await ask(port, "/v1/chat/completions", {
    model: panel,
    messages: [{ role: "user", content: "Which?" }],
  });
  if (!answer.includes('"finish_reason":"stop"')) throw new Error(answer);
}

async function many(port: number, count: number, panel: string): Promise<number> {
  const wide = Array.from({ length: count }, () => whole(port, panel));
  const begun = performance.now();
  await Promise.all(wide);
  return performance.now() - begun;
}

function middle(values: readonly number[], share = 0.5): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Debates over HTTP, and the same debates in the library, in turns. */
async function besideLibrary(folder: string): Promise<BenchRow[]> {
  agent.maxSockets = DEBATES;
  const [server, library] = [
    await start(join(folder, "server.db")),
    await start(join(folder, "library.db")),
  ];
  const walls = { http: [] as number[], library: [] as number[] };
  const spent = { http: [] as number[], library: [] as number[] };
  for (let turn = -WARM_UP; turn < TURNS; turn++) {
    const before = { http: await server.ask("cpu"), library: await library.ask("cpu") };
    const http = await many(server.port, DEBATES, "slow");
    const alone = await library.ask("hold", { count: DEBATES, name: `turn${turn}` });
    if (turn < 0) continue;
    walls.http.push(http);
    walls.library.push(alone);
    spent.http.push((await server.ask("cpu")) - before.http);
    spent.library.push((await library.ask("cpu")) - before.library);
  }
  await Promise.all([server.end(), library.end()]);
  const ratio = middle(walls.http.map((wall, turn) => wall / (walls.library[turn] ?? NaN)));
  const cpu = middle(spent.http) / DEBATES;
  return [
    {
      name: `${DEBATES} debates at once of nine 50 ms calls over HTTP, to the library with the same journal (${middle(walls.library).toFixed(0)} ms)`,
      value: ratio,
      unit: "times",
      goal: "≤ 1.3",
      ok: ratio <= 1.3,
    },
    {
      name: `CPU time of the server per debate over HTTP, SQLite journal (library: ${(middle(spent.library) / DEBATES).toFixed(2)} ms)`,
      value: cpu,
      unit: "ms",
      goal: "stated",
      ok: true,
    },
  ];
}

/** What HTTP itself adds: debates of calls that answer at once, with a journal in memory, in turns with the library. */
async function cpuPerDebate(): Promise<BenchRow> {
  const [server, library] = [await start(""), await start("")];
  agent.maxSockets = 64;
  const count = 500;
  const each = { http: [] as number[], library: [] as number[] };
  for (let turn = -WARM_UP; turn < TURNS; turn++) {
    const before = { http: await server.ask("cpu"), library: await library.ask("cpu") };
    await many(server.port, count, "quick");
    await library.ask("hold", { count, name: `turn${turn}`, panel: "quick" });
    if (turn < 0) continue;
    each.http.push(((await server.ask("cpu")) - before.http) / count);
    each.library.push(((await library.ask("cpu")) - before.library) / count);
  }
  await Promise.all([server.end(), library.end()]);
  const [http, alone] = [middle(each.http), middle(each.library)];
  return {
    name: `CPU time that HTTP adds to a debate, journal in memory (${http.toFixed(2)} ms; library: ${alone.toFixed(2)} ms)`,
    value: http - alone,
    unit: "ms",
    goal: "≤ 1",
    ok: http - alone <= 1,
  };
}

async function manyWatchers(): Promise<BenchRow> {
  const server = await start("");
  await ask(server.port, "/debates", { question: "Which?", panel: "told", id: "watched" });
  const watchers: RawWatcher[] = [];
  for (let from = 0; from < WATCHERS; from += 100) {
    const some = Array.from({ length: 100 }, () =>
      watchRaw(server.port, "/debates/watched/events"),
    );
    watchers.push(...(await Promise.all(some)));
  }
  const before = await server.ask("cpu");
  const own = process.cpuUsage();
  const begun = Date.now();
  server.child.send({ is: "go" });
  await Promise.all(watchers.map(({ ended }) => ended));
  const { user, system } = process.cpuUsage(own);
  const spent = (await server.ask("cpu")) - before;
  const counts = watchers.map((watcher) => watcher.delays(begun).length);
  const events = Math.max(...counts);
  if (counts.some((count) => count !== events)) throw new Error("a watcher missed an event");
  const delays = watchers.flatMap((watcher) => watcher.delays(begun));
  await server.end();
  const late = middle(delays, 0.99);
  return {
    name:
      `${WATCHERS} watchers on one debate: p99 from an event to its arrival (${delays.length} arrivals; CPU time for each: ` +
      `server ${((spent / delays.length) * 1000).toFixed(0)} µs, readers ${((user + system) / delays.length).toFixed(0)} µs)`,
    value: late,
    unit: "ms",
    goal: "≤ 50",
    ok: late <= 50,
  };
}

const SEARCHES: Record<string, string> = {
  "a rare word": "zanzibar77",
  "a word of every run": "question",
  "no hit": "nowhere to be found",
  "part of a word": "anzibar7",
  "two letters, no hit": "qz",
};

async function searches(folder: string): Promise<BenchRow[]> {
  const place = join(folder, "large.db");
  await fillJournal(place, RUNS);
  const server = await start(place);
  const rows: BenchRow[] = [];
  for (const [name, words] of Object.entries(SEARCHES)) {
    const times: number[] = [];
    for (let turn = 0; turn < 20; turn++) {
      const before = performance.now();
      await ask(server.port, `/debates?limit=50&search=${encodeURIComponent(words)}`);
      times.push(performance.now() - before);
    }
    const value = middle(times);
    rows.push({
      name: `search over ${RUNS.toLocaleString("en")} runs, over HTTP: ${name}`,
      value,
      unit: "ms",
      goal: "≤ 5",
      ok: value <= 5,
    });
  }
  await server.ask("longest");
  const busy = many(server.port, DEBATES, "slow");
  const words = Object.values(SEARCHES);
  const ended = new AbortController();
  void busy.finally(() => ended.abort());
  for (let turn = 0; !ended.signal.aborted; turn++) {
    await ask(
      server.port,
      `/debates?search=${encodeURIComponent(words[turn % words.length] ?? "")}`,
    );
  }
  await busy;
  const longest = await server.ask("longest");
  await server.end();
  return [
    ...rows,
    {
      name: `longest stretch of the event loop during ${DEBATES} debates with searches over ${RUNS.toLocaleString("en")} runs`,
      value: longest,
      unit: "ms",
      goal: "stated",
      ok: true,
    },
  ];
}

export async function loadRows(wanted: readonly string[] = []): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-load-"));
  const parts: Record<string, () => Promise<BenchRow[]>> = {
    debates: () => besideLibrary(folder),
    cpu: async () => [await cpuPerDebate()],
    watchers: async () => [await manyWatchers()],
    search: () => searches(folder),
  };
  try {
    const rows: BenchRow[] = [];
    for (const [name, measure] of Object.entries(parts)) {
      if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await measure()));
    }
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
    agent.destroy();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  console.log(`load average ${loadavg()[0]?.toFixed(1)}`);
  for (const { name, value, unit, goal, ok } of await loadRows(process.argv.slice(2))) {
    console.log(`${ok ? "✓" : "✗"} ${name}: ${value.toFixed(2)} ${unit} (goal ${goal})`);
  }
}
