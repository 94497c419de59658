import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { request as requestHttp1 } from "node:https";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { ROOT } from "../../scripts/lib/root.ts";
import { freePort } from "../restate/support.ts";

/** The name in the files of deploy/. */
export const NAME = "panel.example.com";

export type Kind = "nginx" | "caddy";

interface FrontOptions {
  /** Ports of the servers behind it. */
  servers: readonly number[];
  /** Sent with every request. */
  token?: string;
  /** Changes the file of deploy/ before it is used. */
  edit?(config: string): string;
}

export interface ProxyRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  http2?: boolean;
  /** The address that the client has. Linux takes any of 127.0.0.0/8. */
  from?: string;
}

/** nginx or Caddy with TLS on loopback, with the configuration of deploy/. */
export interface Front {
  port: number;
  /** Self-signed certificate. */
  ca: string;
  /** Path of the certificate. */
  caFile: string;
  ask(path: string, how?: ProxyRequest): Promise<Response>;
  end(): Promise<void>;
}

const COMMANDS: Record<Kind, readonly [string, string][]> = {
  nginx: [
    ["nginx", "-v"],
    ["openssl", "version"],
  ],
  caddy: [
    ["caddy", "version"],
    ["openssl", "version"],
  ],
};

/** True if this machine has the required programs. Logs a missing one. */
export function isInstalled(kind: Kind): boolean {
  for (const [command, version] of COMMANDS[kind]) {
    try {
      execFileSync(command, [version], { stdio: "ignore", env: withSbin() });
    } catch {
      console.log(`${command} is not installed here: its tests are skipped`);
      return false;
    }
  }
  return true;
}

/** Adds the folders in which Debian installs servers, which are only on root's PATH. */
function withSbin(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin:/usr/local/sbin` };
}

/** A port may be taken between the search and its use: then another one is tried. */
const TRIES = 3;

export async function frontOf(kind: Kind, options: FrontOptions): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), `rostrum-${kind}-`));
  const [certificate, key] = certificateIn(folder);
  const ca = readFileSync(certificate, "utf8");
  const { token } = options;
  const signedIn: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  for (let remainingTries = TRIES; ; remainingTries--) {
    const [port, plain] = await Promise.all([freePort(), freePort()]);
    const place = { folder, certificate, key, port, plain };
    const child = kind === "nginx" ? startNginx(place, options) : startCaddy(place, options);
    let words = "";
    child.stderr?.on("data", (chunk: Buffer) => (words += chunk.toString()));
    if (await accepts(port, child)) {
      return {
        port,
        ca,
        caFile: certificate,
        ask: (path, how = {}) =>
          sendRequest({ port, ca }, path, { ...how, headers: { ...signedIn, ...how.headers } }),
        async end() {
          const exit = once(child, "exit");
          if (child.exitCode === null && child.kill("SIGKILL")) await exit;
          rmSync(folder, { recursive: true, force: true });
        },
      };
    }
    if (remainingTries === 1) throw new Error(`${kind} does not start: ${words}`);
  }
}

interface Place {
  folder: string;
  certificate: string;
  key: string;
  port: number;
  plain: number;
}

function certificateIn(folder: string): [certificate: string, key: string] {
  const certificate = join(folder, "certificate.pem");
  const key = join(folder, "key.pem");
  const keyArguments = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
  ];
  const subjectArguments = ["-nodes", "-days", "2", "-subj", `/CN=${NAME}`];
  const names = ["-addext", `subjectAltName=DNS:${NAME},DNS:localhost,IP:127.0.0.1`];
  const files = ["-keyout", key, "-out", certificate];
  execFileSync("openssl", [...keyArguments, ...subjectArguments, ...names, ...files], {
    stdio: "ignore",
  });
  return [certificate, key];
}

function fileOf(name: string, { edit = (same) => same }: FrontOptions): string {
  return edit(readFileSync(join(ROOT, "deploy", name), "utf8"));
}

/** The file as it is, but for addresses and certificates, in the settings that a distribution puts around it. */
function startNginx(place: Place, options: FrontOptions): ChildProcess {
  const { folder, certificate, key, port, plain } = place;
  const servers = options.servers.map((each) => `server 127.0.0.1:${each};`).join("\n  ");
  const config = fileOf("nginx.conf", options)
    .replace("server 127.0.0.1:4717;", servers)
    .replace("listen 80;", `listen 127.0.0.1:${plain};`)
    .replace("listen 443 ", `listen 127.0.0.1:${port} `)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (each) => `${each}_temp_path ${folder}/${each};`,
  );
  const path = join(folder, "nginx.conf");
  writeFileSync(
    path,
    `daemon off;
master_process off;
${userInfo().uid === 0 ? "user root;" : ""}
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  gzip on;
  gzip_proxied any;
  gzip_types text/javascript text/css text/event-stream application/json;
  ${temporary.join("\n  ")}
${config}
}
`,
  );
  return spawn("nginx", ["-e", "stderr", "-p", folder, "-c", path], {
    stdio: ["ignore", "ignore", "pipe"],
    env: withSbin(),
  });
}

function startCaddy(place: Place, options: FrontOptions): ChildProcess {
  const { folder, certificate, key, port, plain } = place;
  const config = fileOf("Caddyfile", options)
    .replace(
      `${NAME} {`,
      `https://${NAME}:${port}, https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}\n\tencode gzip`,
    )
    .replace(
      "reverse_proxy 127.0.0.1:4717",
      `reverse_proxy ${options.servers.map((each) => `127.0.0.1:${each}`).join(" ")}`,
    );
  const path = join(folder, "Caddyfile");
  writeFileSync(path, `{\n\tadmin off\n\tauto_https off\n\thttp_port ${plain}\n}\n${config}`);
  mkdirSync(join(folder, "home"), { recursive: true });
  const home = join(folder, "home");
  return spawn("caddy", ["run", "--config", path, "--adapter", "caddyfile"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...withSbin(), HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
  });
}

/** Waits until the port accepts connections; false if the process ended before. */
async function accepts(port: number, child: ChildProcess): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (open) return true;
    await delay(20);
  }
  return false;
}

type Way = Pick<Front, "port" | "ca">;

function sendRequest(way: Way, path: string, how: ProxyRequest): Promise<Response> {
  return how.http2 === true ? overHttp2(way, path, how) : overHttp1(way, path, how);
}

async function overHttp1({ port, ca }: Way, path: string, how: ProxyRequest): Promise<Response> {
  const { method = "GET", headers = {}, body, from } = how;
  return new Promise((resolve, reject) => {
    const outgoing = requestHttp1({
      host: "127.0.0.1",
      port,
      path,
      method,
      ca,
      servername: NAME,
      agent: false,
      headers: { host: `${NAME}:${port}`, ...headers },
      ...(from === undefined ? {} : { localAddress: from }),
    });
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) =>
      resolve(responseOf(incoming.statusCode ?? 0, incoming.headers, incoming)),
    );
    outgoing.end(body);
  });
}

async function overHttp2({ port, ca }: Way, path: string, how: ProxyRequest): Promise<Response> {
  const { method = "GET", headers = {}, body } = how;
  const session = connectHttp2(`https://127.0.0.1:${port}`, { ca, servername: NAME });
  return new Promise((resolve, reject) => {
    session.once("error", reject);
    const stream = session.request({
      ":authority": `${NAME}:${port}`,
      ":method": method,
      ":path": path,
      ...headers,
    });
    stream.once("error", reject);
    stream.once("close", () => session.close());
    stream.once("response", ({ ":status": status = 0, ...rest }) =>
      resolve(responseOf(status, rest, stream)),
    );
    stream.end(body);
  });
}

function responseOf(status: number, headers: object, body: Readable): Response {
  const listed = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith(":") ? [] : [[name, String(value)] as [string, string]],
  );
  const empty = status === 204 || status === 304;
  return new Response(empty ? null : (Readable.toWeb(body) as ReadableStream<Uint8Array>), {
    status,
    headers: listed,
  });
}
