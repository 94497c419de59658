/** Many watchers on many live debates, some of whom don't read: who gets what, how soon, at what memory. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { get } from "node:http";
import { connect, type Socket } from "node:net";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BenchRow } from "./journal.ts";

const DEBATES = 50;
const WATCHERS = 1000;
const DEAF = 10;
const SERVER = fileURLToPath(new URL("./server-side.ts", import.meta.url));

interface Watched {
  numbers: number[];
  /** Milliseconds from an event to its arrival. */
  delays: number[];
}

interface Side {
  child: ChildProcess;
  port: number;
  ask<T>(message: string): Promise<T>;
}

async function startServer(): Promise<Side> {
  const child = fork(SERVER, { execArgv: ["--expose-gc"] });
  const ask = async <T>(message: string): Promise<T> => {
    const answer = once(child, "message");
    if (message !== "") child.send(message);
    return ((await answer) as [T])[0];
  };
  const { port } = await ask<{ port: number }>("");
  return { child, port, ask };
}

async function order(port: number, panel: string, id: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/debates`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: "Which?", panel, id }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  await response.arrayBuffer();
}

/** When the debates were told to go on; until then, whatever arrives is the past. */
let begun = Infinity;

function go(child: ChildProcess): void {
  begun = Date.now();
  child.send("go");
}

/** Reads every event to the end. Resolves first when the stream is open. */
async function watch(port: number, id: string): Promise<{ end: Promise<Watched> }> {
  const request = get({ port, host: "127.0.0.1", path: `/debates/${id}/events`, agent: false });
  const [response] = (await once(request, "response")) as [import("node:http").IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${response.statusCode}`);
  const watched: Watched = { numbers: [], delays: [] };
  let parts: string[] = [];
  response.setEncoding("latin1").on("data", (chunk: string) => {
    const now = Date.now();
    // Frames may be far longer than chunks: only what is new is looked through.
    const cut = chunk.startsWith("\n") && parts.at(-1)?.endsWith("\n");
    const [first = "", ...more] = (cut ? `\n${chunk}` : chunk).split("\n\n");
    parts.push(first);
    for (const next of more) {
      note(parts.join(""), now, watched);
      parts = [next];
    }
  });
  return { end: once(response, "end").then(() => watched) };
}

function note(frame: string, now: number, { numbers, delays }: Watched): void {
  if (!frame.startsWith("id: ")) return;
  numbers.push(Number(frame.slice(4, frame.indexOf("\n"))));
  const at = Number(/"at":(\d+),"seq":\d+\}$/.exec(frame.slice(-60))?.[1]);
  // What happened before anybody watched is not late.
  if (at >= begun) delays.push(now - at);
}

function deafWatcher(port: number, id: string): Socket {
  const socket = connect(port, "127.0.0.1").pause();
  socket.on("error", () => undefined);
  socket.write(`GET /debates/${id}/events HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n\r\n`);
  return socket;
}

function p99(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? NaN;
}

const complete = ({ numbers }: Watched): boolean =>
  numbers.length > 20 && numbers.every((number, index) => number === index);

/** One debate, one watcher. */
async function alone(): Promise<number> {
  const { child, port } = await startServer();
  await order(port, "usual", "one");
  const { end } = await watch(port, "one");
  go(child);
  const { delays } = await end;
  child.send("end");
  await once(child, "exit");
  return p99(delays);
}

export async function serverRows(): Promise<BenchRow[]> {
  // A clock of milliseconds: less than one is one.
  const single = Math.max(1, await alone());
  const { child, port, ask } = await startServer();
  const ids = Array.from({ length: DEBATES }, (_, index) =>
    index === 0 ? "loud" : `usual-${index}`,
  );
  for (const id of ids) await order(port, id.replace(/-.*/, ""), id);
  const before = (await ask<{ memory: number }>("memory")).memory;
  const deaf = Array.from({ length: DEAF }, () => deafWatcher(port, "loud"));
  // Every debate has as many watchers; half of the loud one's don't read.
  const seats = ids.flatMap((id) =>
    Array<string>(WATCHERS / DEBATES - (id === "loud" ? DEAF : 0)).fill(id),
  );
  const readers = await Promise.all(seats.map((id) => watch(port, id)));
  go(child);
  const seen = await Promise.all(readers.map(({ end }) => end));
  const { peak, memory: after } = await ask<{ memory: number; peak: number }>("memory");
  for (const socket of deaf) socket.destroy();
  child.send("end");
  await once(child, "exit");

  const whole = seen.filter(complete).length;
  const loaded = p99(seen.flatMap(({ delays }) => delays));
  const megabytes = (bytes: number): number => bytes / 2 ** 20;
  const row = (name: string, value: number, unit: string, goal: string, ok: boolean): BenchRow => ({
    name,
    value,
    unit,
    goal,
    ok,
  });
  const load = `${WATCHERS} watchers on ${DEBATES} debates, ${DEAF} not reading`;
  return [
    row(
      `${load}: the others got every event in order`,
      whole,
      `of ${WATCHERS - DEAF}`,
      "all",
      whole === WATCHERS - DEAF,
    ),
    row(
      `${load}: memory at its peak above before`,
      megabytes(peak - before),
      "MB",
      "≤ 200",
      megabytes(peak - before) <= 200,
    ),
    row(
      `${load}: memory when all have read, above before`,
      megabytes(after - before),
      "MB",
      "≤ 100",
      megabytes(after - before) <= 100,
    ),
    row(
      `${load}: p99 delay of an event, to that of one watcher (${single} ms)`,
      loaded / single,
      "times",
      "stated",
      Number.isFinite(loaded),
    ),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const { name, value, unit, goal, ok } of await serverRows()) {
    console.log(`${ok ? "✓" : "✗"} ${name}: ${value.toFixed(1)} ${unit} (goal ${goal})`);
  }
}
