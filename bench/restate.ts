/**
 * What debates on a Restate cluster take: steps per second of one server and two workers on this machine,
 * with a provider that answers at once, where the CPU time goes, and the bytes that they leave. Once with
 * every step on the cluster, and once with a journal that the workers share. Run it by hand: it installs
 * the server. `node bench/restate.ts [debates]`
 */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectCluster } from "../packages/server/src/restate/index.ts";
import { installPostgres, postgresServer } from "../test/postgres/support/server.ts";
import {
  balancer,
  installServer,
  provider,
  register,
  restateServer,
  startWorker,
} from "../test/restate/support.ts";

const DEBATES = Number(process.argv[2] ?? 300);
const AT_ONCE = 50;
const CALLS = 9;
/** Of Linux's counts of CPU time, per second. */
const TICKS = 100;

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  samples: number[];
}

async function measure(title: string, journal: Record<string, string>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "rostrum-bench-"));
  const server = await restateServer();
  const paying = await provider(0);
  await server.start();
  const env = { INGRESS: server.ingress, PROVIDER: paying.url, PROFILE: folder, ...journal };
  const workers = await Promise.all([startWorker(env), startWorker(env)]);
  const door = await balancer(workers);
  await register(server.admin, door.url);
  const client = await connectCluster(server.ingress);
  try {
    await hold("warm", AT_ONCE);
    const bytes = sizeOf(server.folder);
    const pids = workers.map(({ child }) => String(child.pid));
    const before = { server: ticksOf(server.folder), workers: ticksOf(...pids) };
    const begun = performance.now();
    await hold("bench", DEBATES);
    const seconds = (performance.now() - begun) / 1000;
    const steps = DEBATES * CALLS;
    const perStep = (ticks: number): string => ((ticks / TICKS / steps) * 1000).toFixed(2);
    console.log(title);
    console.log(
      `  steps per second            ${(steps / seconds).toFixed(0)}, ${AT_ONCE} debates at once`,
    );
    console.log(`  CPU ms per step, cluster    ${perStep(ticksOf(server.folder) - before.server)}`);
    console.log(`  CPU ms per step, workers    ${perStep(ticksOf(...pids) - before.workers)}`);
    const kib = (sizeOf(server.folder) - bytes) / DEBATES / 1024;
    console.log(`  KiB per debate, cluster     ${kib.toFixed(0)}`);
    for (const { child } of workers) {
      child.kill("SIGTERM");
      await once(child, "exit");
    }
    for (const [place, share] of profileIn(folder)) {
      console.log(`  of the workers' CPU         ${(share * 100).toFixed(0)} % ${place}`);
    }
    return steps / seconds;
  } finally {
    for (const { child } of workers) child.kill("SIGKILL");
    door.server.close();
    paying.server.close();
    paying.server.closeAllConnections();
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }

  async function hold(name: string, count: number): Promise<void> {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < count) {
        const id = await client.submit("three", "Is it so?", { id: `${name}-${next++}` });
        await client.attach(id);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }
}

/** CPU time of the processes whose number, or a part of whose command line, is given. */
function ticksOf(...wanted: string[]): number {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .reduce((sum, pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, "utf8");
        if (!wanted.some((each) => (/^\d+$/.test(each) ? each === pid : command.includes(each))))
          return sum;
        const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
        const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return sum + Number(fields[11]) + Number(fields[12]);
      } catch {
        return sum;
      }
    }, 0);
}

/** Where the workers' samples fell, without those in which they were idle. */
function profileIn(folder: string): [string, number][] {
  const places = new Map<string, number>();
  let all = 0;
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".cpuprofile"))) {
    const { nodes, samples } = JSON.parse(readFileSync(join(folder, file), "utf8")) as Profile;
    const byId = new Map(nodes.map(({ id, callFrame }) => [id, placeOf(callFrame)]));
    for (const sample of samples) {
      const place = byId.get(sample) ?? "";
      if (place === "(idle)") continue;
      places.set(place, (places.get(place) ?? 0) + 1);
      all += 1;
    }
  }
  return [...places]
    .map(([place, count]): [string, number] => [place, count / all])
    .filter(([, share]) => share >= 0.02)
    .sort(([, a], [, b]) => b - a);
}

function placeOf({ functionName, url }: Profile["nodes"][number]["callFrame"]): string {
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  if (name !== undefined) return name;
  const [, room] = /packages\/rostrum\/src\/(\w+)/.exec(url) ?? [];
  if (room !== undefined) return `rostrum: ${room}`;
  if (url.startsWith("node:")) return url.replace(/^(node:(?:internal\/)?\w+).*/, "Node: $1");
  if (url.startsWith("wasm:")) return "the SDK's WebAssembly";
  return functionName.startsWith("(") ? functionName : "other";
}

function sizeOf(folder: string): number {
  return Number(execFileSync("du", ["-sb", folder]).toString().split("\t")[0]);
}

if (!(await installServer())) process.exit(1);
const files = mkdtempSync(join(tmpdir(), "rostrum-bench-journal-"));
const onCluster = await measure("every step on the cluster", {});
const onFile = await measure("a journal that the workers share: SQLite", {
  JOURNAL: join(files, "runs.db"),
});
console.log(`  times as many steps         ${(onFile / onCluster).toFixed(1)}`);
rmSync(files, { recursive: true, force: true });
if (await installPostgres()) {
  const database = await postgresServer();
  const onPostgres = await measure("a journal that the workers share: Postgres", {
    JOURNAL: database.url,
  });
  console.log(`  times as many steps         ${(onPostgres / onCluster).toFixed(1)}`);
  await database.end();
}
process.exit(0);
