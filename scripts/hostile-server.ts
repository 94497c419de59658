/*
 * How long /healthz takes while a server is sent 200 hostile requests a second, from this machine only:
 *
 *   node scripts/hostile-server.ts [seconds] [requests per second] [requests per minute and address]
 *
 * The server, the sender and the stopwatch each have a process of their own. The server has its default
 * limits. With a larger third number the sender gets past the rate limit of its address, as many senders
 * would together. In addition to the times on the clock, which other programs of the machine lengthen,
 * it prints the processor time of the longest stretch in which the server did nothing else.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as after } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { memoryJournal } from "../packages/rostrum/src/index.ts";
import { serve } from "../packages/server/src/index.ts";
import { HOSTILE_REPLIES, hostileRequests, type HostileRequest } from "./lib/hostile-requests.ts";

const SELF = fileURLToPath(import.meta.url);
const MAX_OPEN_REQUESTS = 300;
const PROBE_MS = 20;

type Prepared = Omit<HostileRequest, "body"> & { bytes?: Buffer };

interface Attack {
  port: number;
  id: string;
  ms: number;
  perSecond: number;
}

if (process.argv[2] === "--serve") await serveHostile(Number(process.argv[3]));
else if (process.argv[2] === "--attack") await attack(JSON.parse(process.argv[3] ?? "") as Attack);
else await measure(Number(process.argv[2] ?? 10), Number(process.argv[3] ?? 200));

async function serveHostile(perMinute: number): Promise<void> {
  let replyCount = 0;
  const model = (): string => HOSTILE_REPLIES[replyCount++ % HOSTILE_REPLIES.length] ?? "";
  const patient = ({ signal }: { signal: AbortSignal }): Promise<string> =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("over")), { once: true });
    });
  const serving = await serve({
    port: 0,
    journal: memoryJournal(),
    panels: {
      hostile: { debaters: [model, model, model] },
      watched: { debaters: [patient, patient] },
    },
    ...(Number.isNaN(perMinute) ? {} : { limits: { requestsPerMinute: perMinute } }),
  });
  const longest = watchStretches();
  process.on("message", () => process.send?.(longest()));
  process.send?.(serving.port);
  await once(process, "disconnect");
  await serving.close();
}

/** Returns the longest processor time between two turns of the event loop since the last call, in milliseconds. */
function watchStretches(): () => number {
  let longestMs = 0;
  let before = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    before = process.threadCpuUsage();
    longestMs = Math.max(longestMs, (user + system) / 1000);
  }, 1).unref();
  return () => {
    const reportedMs = longestMs;
    longestMs = 0;
    return reportedMs;
  };
}

async function attack({ port, id, ms, perSecond }: Attack): Promise<void> {
  const requests = hostileRequests(id).map(({ body, ...each }) => ({
    ...each,
    ...(body === undefined ? {} : { bytes: Buffer.from(body) }),
  }));
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const end = performance.now() + ms;
  const startedAt = performance.now();
  const statuses: Record<string, number> = {};
  let openRequests = 0;
  let sentCount = 0;
  while (performance.now() < end) {
    const due = Math.floor(((performance.now() - startedAt) * perSecond) / 1000);
    for (; sentCount < due; sentCount++) {
      const hostileRequest = requests[sentCount % requests.length] as Prepared;
      if (hostileRequest.stays && ++openRequests > MAX_OPEN_REQUESTS) continue;
      send(
        port,
        agent,
        hostileRequest,
        (status) => (statuses[status] = (statuses[status] ?? 0) + 1),
      );
    }
    await after(5);
  }
  process.send?.({ sent: sentCount, statuses });
  await after(100);
  process.exit();
}

function send(
  port: number,
  agent: Agent,
  { method, path, bytes, stays }: Prepared,
  onStatus: (status: string) => void,
): void {
  const headers: Record<string, string | number> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    ...(bytes ? { "content-length": bytes.byteLength } : {}),
  };
  const outgoing = request({
    host: "127.0.0.1",
    port,
    method,
    path,
    headers,
    ...(stays ? { agent: false } : { agent }),
  });
  outgoing.on("error", () => onStatus("cut off"));
  outgoing.on("response", (incoming) => {
    onStatus(String(incoming.statusCode));
    if (stays === "unread_answer") incoming.pause();
    else incoming.resume();
    incoming.on("error", () => undefined);
  });
  if (stays !== "slow_body") return void outgoing.end(bytes);
  const timer = setInterval(() => outgoing.write(" "), 500);
  outgoing.on("close", () => clearInterval(timer));
}

async function measure(seconds: number, perSecond: number): Promise<void> {
  const child = fork(SELF, ["--serve", ...process.argv.slice(4)]);
  const [port] = (await once(child, "message")) as [number];
  const quiet = await probeHealth(port, 2000);
  const started = await fetch(`http://127.0.0.1:${port}/debates`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ question: "Q?", panel: "watched" }),
  });
  const { id } = (await started.json()) as { id: string };
  const data: Attack = { port, id, ms: seconds * 1000, perSecond };
  await readLongestStretch(child);
  const sender = fork(SELF, ["--attack", JSON.stringify(data)]);
  const reported = once(sender, "message") as Promise<[{ sent: number; statuses: object }]>;
  const busy = await probeHealth(port, seconds * 1000);
  const [{ sent, statuses }] = await reported;
  const longest = await readLongestStretch(child);
  child.disconnect();
  await once(child, "exit");
  console.log(`/healthz, quiet:   ${formatPercentiles(quiet)}`);
  console.log(`/healthz, hostile: ${formatPercentiles(busy)}`);
  console.log(`longest stretch of the server's own work: ${longest.toFixed(1)} ms`);
  console.log(`${sent} hostile requests in ${seconds} s; answers: ${JSON.stringify(statuses)}`);
}

async function readLongestStretch(server: ChildProcess): Promise<number> {
  server.send("longest?");
  const [longest] = (await once(server, "message")) as [number];
  return longest;
}

/** Response times in milliseconds, sorted, with one request at a time. */
async function probeHealth(port: number, ms: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  const end = performance.now() + ms;
  while (performance.now() < end) {
    const startedAt = performance.now();
    const outgoing = request({ host: "127.0.0.1", port, path: "/healthz", agent });
    outgoing.end();
    const [incoming] = await once(outgoing, "response");
    incoming.resume();
    await once(incoming, "end");
    times.push(performance.now() - startedAt);
    await after(PROBE_MS);
  }
  agent.destroy();
  return times.sort((a, b) => a - b);
}

function formatPercentiles(times: readonly number[]): string {
  const at = (share: number): string =>
    (times[Math.floor((times.length - 1) * share)] ?? NaN).toFixed(1);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms (${times.length} requests)`;
}
