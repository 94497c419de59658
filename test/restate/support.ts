import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import {
  connect,
  createServer as createTcpServer,
  type AddressInfo,
  type Server as TcpServer,
} from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { program } from "../support/programs.ts";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const BINARY = join(HERE, "node_modules/.bin/restate-server");

/** The server's binary has its own lockfile and is installed when it is first wanted. */
export async function installServer(): Promise<boolean> {
  if (existsSync(BINARY)) return true;
  try {
    await promisify(execFile)("npm", ["ci", "--no-audit", "--no-fund"], { cwd: HERE });
  } catch (error) {
    console.log(`the Restate server can't be installed here: ${String(error)}`);
  }
  return existsSync(BINARY);
}

export async function freePort(): Promise<number> {
  const server = createTcpServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A cluster of one server, whose data outlives its process. */
export interface RestateServer {
  /** Where its data lies. */
  folder: string;
  ingress: string;
  admin: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  end(): Promise<void>;
}

export async function restateServer(): Promise<RestateServer> {
  const folder = await mkdtemp(join(tmpdir(), "rostrum-restate-"));
  const [ingressPort, adminPort, nodePort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
  ]);
  let child: ChildProcess | undefined;
  const server: RestateServer = {
    folder,
    ingress: `http://127.0.0.1:${ingressPort}`,
    admin: `http://127.0.0.1:${adminPort}`,
    async start() {
      child = spawn(BINARY, ["--no-logo", "--base-dir", folder], {
        stdio: "ignore",
        // The command only starts the server: both are ended together, as a group.
        detached: true,
        env: {
          ...process.env,
          DO_NOT_TRACK: "1",
          RESTATE_NODE_NAME: "one",
          RESTATE_LISTEN_MODE: "tcp",
          RESTATE_BIND_ADDRESS: `127.0.0.1:${nodePort}`,
          RESTATE_ADVERTISED_ADDRESS: `http://127.0.0.1:${nodePort}`,
          RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingressPort}`,
          RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${adminPort}`,
          RESTATE_DEFAULT_NUM_PARTITIONS: "4",
        },
      });
      await untilAnswers(`${server.admin}/health`);
      await untilAnswers(`${server.ingress}/restate/health`);
    },
    async kill() {
      const dying = child;
      if (!dying || dying.exitCode !== null) return;
      const gone = new Promise((resolve) => dying.once("exit", resolve));
      process.kill(-(dying.pid ?? 0), "SIGKILL");
      await gone;
      await untilClosed(ingressPort);
    },
    async end() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}

/** Resolves when nobody listens there any more. */
async function untilClosed(port: number): Promise<void> {
  for (;;) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => {
        socket.destroy();
        resolve(true);
      });
      socket.once("error", () => resolve(false));
    });
    if (!open) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Asks again and again, for half a minute at most. */
async function untilAnswers(url: string): Promise<void> {
  for (const deadline = Date.now() + 30_000; ;) {
    const ok = await fetch(url).then(
      ({ ok: fine }) => fine,
      () => false,
    );
    if (ok) return;
    if (Date.now() > deadline) throw new Error(`${url} doesn't answer`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export interface WorkerProcess {
  child: ChildProcess;
  port: number;
}

export async function startWorker(env: Record<string, string>): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [program("restate-worker")], {
    env: { ...process.env, RESTATE_LOGGING: "ERROR", ...env },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout?.once("data", (data: Buffer) => resolve(Number(String(data).trim())));
    child.once("exit", (code) => reject(new Error(`the worker ended with ${code}`)));
  });
  return { child, port };
}

/** The workers' front door: each connection goes to the next worker that takes it. */
export async function balancer(
  workers: readonly WorkerProcess[],
): Promise<{ server: TcpServer; url: string }> {
  let turn = 0;
  const server = createTcpServer((socket) => {
    const attempt = (left: number): void => {
      const worker = workers[turn++ % workers.length];
      if (left === 0 || !worker) {
        socket.destroy();
        return;
      }
      const upstream = connect(worker.port, "127.0.0.1");
      upstream.once("error", () => attempt(left - 1));
      upstream.once("connect", () => {
        upstream.removeAllListeners("error");
        upstream.on("error", () => socket.destroy());
        upstream.on("close", () => socket.destroy());
        socket.on("close", () => upstream.destroy());
        socket.pipe(upstream).pipe(socket);
      });
    };
    socket.on("error", () => undefined);
    attempt(workers.length);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A provider that writes down every call it is paid for. */
export interface Provider {
  server: Server;
  url: string;
  /** Times each step was paid. */
  paid: Map<string, number>;
  /** Never answers calls of these steps from now on. */
  hold(steps: RegExp): void;
  /** Most calls that were open at once since it was last asked. */
  mostSince(): number;
}

export async function provider(delayMs: number): Promise<Provider> {
  const paid = new Map<string, number>();
  let open = 0;
  let most = 0;
  let held: RegExp | null = null;
  const server = createServer((request, response) => {
    const step = decodeURIComponent((request.url ?? "").slice(1));
    paid.set(step, (paid.get(step) ?? 0) + 1);
    most = Math.max(most, ++open);
    response.once("close", () => (open -= 1));
    if (held?.test(step)) return;
    setTimeout(() => response.end(`Answer: ${step.length % 2 === 0 ? "even" : "odd"}`), delayMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const mostSince = (): number => {
    const seen = most;
    most = open;
    return seen;
  };
  const hold = (steps: RegExp): void => void (held = steps);
  return { server, url: `http://127.0.0.1:${port}`, paid, hold, mostSince };
}

export async function register(admin: string, uri: string): Promise<void> {
  const response = await fetch(`${admin}/deployments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ uri, use_http_11: true, force: true }),
  });
  if (!response.ok)
    throw new Error(`registration failed: ${response.status} ${await response.text()}`);
}
