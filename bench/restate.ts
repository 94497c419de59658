/**
 * What debates on a Restate cluster take: throughput of one server and two workers on this machine, with
 * a provider that answers at once, and the bytes they leave. Run it by hand: it installs the server.
 */
import { execFileSync } from "node:child_process";
import { connectCluster } from "../packages/rostrum/src/integrations/restate/index.ts";
import {
  balancer,
  installServer,
  provider,
  register,
  restateServer,
  startWorker,
} from "../test/restate/support.ts";

const DEBATES = 300;
const AT_ONCE = 50;

if (!(await installServer())) process.exit(1);
const server = await restateServer();
const paying = await provider(0);
await server.start();
const env = { INGRESS: server.ingress, PROVIDER: paying.url };
const workers = await Promise.all([startWorker(env), startWorker(env)]);
const door = await balancer(workers);
await register(server.admin, door.url);
const client = await connectCluster(server.ingress);

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

await hold("warm", AT_ONCE);
const before = sizeOf(server.folder);
const begun = performance.now();
await hold("bench", DEBATES);
const seconds = (performance.now() - begun) / 1000;
const bytes = sizeOf(server.folder) - before;
console.log(
  `${(DEBATES / seconds).toFixed(1)} debates a second (${((DEBATES * 9) / seconds).toFixed(0)} steps), ${AT_ONCE} at once`,
);
console.log(
  `${(bytes / DEBATES / 1024).toFixed(0)} KiB a debate on the server's disk, logs not yet trimmed included`,
);
for (const { child } of workers) child.kill("SIGKILL");
door.server.close();
paying.server.close();
paying.server.closeAllConnections();
await server.end();
process.exit(0);

function sizeOf(folder: string): number {
  return Number(execFileSync("du", ["-sb", folder]).toString().split("\t")[0]);
}
