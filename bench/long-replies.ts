/**
 * How long a server's /healthz takes while the members of a debate reply with 500 kB of one construct each:
 *
 *   node bench/long-replies.ts [characters = 500000] [construct…]
 *
 * The server has a process of its own. Prints one line per construct, as it goes, with the debate that delayed /healthz
 * the most and the processor time of the longest stretch in which the server did nothing else. A debate over the limit
 * is held again: a delay that doesn't come back was the machine's. All constructs take ten minutes or more.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as after } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { memoryJournal } from "../packages/rostrum/src/index.ts";
import { serve } from "../packages/server/src/index.ts";
import {
  configureLongReplies,
  CONTEXT,
  LONG_REPLY_PANELS,
  QUESTION,
  type LongReplyPanel,
} from "./long-reply-panels.ts";
import { CONSTRUCTS, OPENINGS, repeatConstruct } from "../scripts/lib/reply-constructs.ts";

const PROBE_MS = 5;
const LIMIT_MS = 100;
/** How often a debate over the limit is held in all. */
const ATTEMPTS = 3;
const PANELS = Object.keys(LONG_REPLY_PANELS) as LongReplyPanel[];

interface Order {
  opening: string;
  construct: string;
  length: number;
}

interface Measured {
  name: string;
  healthMs: number;
  stretchMs: number;
}

if (process.argv[2] === "--serve") await serveLongReplies();
else await measureAll(Number(process.argv[2] ?? 500_000), process.argv.slice(3));

async function serveLongReplies(): Promise<void> {
  let reply = "";
  const panels = Object.fromEntries(
    PANELS.map((panel) => [panel, configureLongReplies(panel, () => reply)]),
  );
  const serving = await serve({
    port: 0,
    journal: memoryJournal(),
    panels: panels as never,
    limits: { requestsPerMinute: 1e9 },
  });
  const takeLongest = watchStretches();
  process.on("message", (order: Order | "longest") => {
    if (order === "longest") return void process.send?.(takeLongest());
    reply = repeatConstruct(order.opening, order.construct, order.length);
    takeLongest();
    process.send?.(0);
  });
  process.send?.(serving.port);
  await once(process, "disconnect");
  await serving.close();
}

/** Milliseconds of processor time between two turns of the event loop: the most since it was last asked for. */
function watchStretches(): () => number {
  let longest = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  }, 1).unref();
  return () => {
    const taken = longest;
    longest = 0;
    return taken;
  };
}

async function measureAll(length: number, chosen: readonly string[]): Promise<void> {
  const server = fork(fileURLToPath(import.meta.url), ["--serve"]);
  const [port] = (await once(server, "message")) as [number];
  const constructs =
    chosen.length > 0 ? chosen.map((text) => JSON.parse(`"${text}"`) as string) : CONSTRUCTS;
  // The first debates compile what the others use.
  for (const panel of PANELS)
    await measure(server, port, panel, { opening: "", construct: "a ", length: 1000 });
  let debates = 0;
  let overOnce = 0;
  const late: Measured[] = [];
  let slowest = 0;
  let longestStretch = 0;
  for (const construct of constructs) {
    const measured: Measured[] = [];
    for (const opening of OPENINGS)
      for (const panel of PANELS) {
        const order = { opening, construct, length };
        let best = await measure(server, port, panel, order);
        if (best.healthMs >= LIMIT_MS) overOnce += 1;
        for (let attempt = 1; attempt < ATTEMPTS && best.healthMs >= LIMIT_MS; attempt += 1) {
          const again = await measure(server, port, panel, order);
          if (again.healthMs < best.healthMs) best = again;
        }
        measured.push(best);
      }
    debates += measured.length;
    late.push(...measured.filter(({ healthMs }) => healthMs >= LIMIT_MS));
    const worst = measured.reduce((a, b) => (b.healthMs > a.healthMs ? b : a));
    slowest = Math.max(slowest, worst.healthMs);
    longestStretch = Math.max(longestStretch, ...measured.map(({ stretchMs }) => stretchMs));
    console.log(formatMeasured(worst));
  }
  server.disconnect();
  await once(server, "exit");
  console.log(`\n${debates} debates with replies of ${length} characters`);
  console.log(
    `slowest /healthz ${slowest.toFixed(0)} ms, longest stretch ${longestStretch.toFixed(0)} ms of processor time`,
  );
  console.log(
    `${late.length} of them delayed /healthz by ${LIMIT_MS} ms or more each time; ${overOnce - late.length} did so once, and not again`,
  );
  for (const each of late) console.log(formatMeasured(each));
}

function formatMeasured({ name, healthMs, stretchMs }: Measured): string {
  return `/healthz ${healthMs.toFixed(0).padStart(5)} ms, ${stretchMs.toFixed(0).padStart(5)} ms busy  ${name}`;
}

async function measure(
  server: ChildProcess,
  port: number,
  panel: LongReplyPanel,
  order: Order,
): Promise<Measured> {
  server.send(order);
  await once(server, "message");
  let over = false;
  const probing = probeHealth(port, () => over);
  const started = await fetch(`http://127.0.0.1:${port}/debates`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: QUESTION, context: CONTEXT, panel }),
  });
  const { id } = (await started.json()) as { id?: string };
  if (id === undefined) throw new Error(`${panel}: ${started.status}`);
  const events = await fetch(`http://127.0.0.1:${port}/debates/${id}/events`);
  await events.arrayBuffer();
  over = true;
  const healthMs = await probing;
  server.send("longest");
  const [stretchMs] = (await once(server, "message")) as [number];
  // All debates together are larger than the server's memory.
  await fetch(`http://127.0.0.1:${port}/debates/${id}`, { method: "DELETE" });
  return {
    name: `${panel}: ${JSON.stringify(order.opening + order.construct)}`,
    healthMs,
    stretchMs,
  };
}

/** The longest time until an answer of /healthz, in milliseconds, until `isOver`. */
async function probeHealth(port: number, isOver: () => boolean): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let longest = 0;
  do {
    const begun = performance.now();
    const outgoing = request({ host: "127.0.0.1", port, path: "/healthz", agent });
    outgoing.end();
    const [incoming] = await once(outgoing, "response");
    incoming.resume();
    await once(incoming, "end");
    longest = Math.max(longest, performance.now() - begun);
    await after(PROBE_MS);
  } while (!isOver());
  agent.destroy();
  return longest;
}
