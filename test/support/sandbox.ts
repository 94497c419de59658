import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { SandboxReply, SandboxRequest } from "./sandbox-runner.ts";

const RUNNER = join(import.meta.dirname, "sandbox-runner.ts");
export const NODE: string = realpathSync(process.execPath);

/** Something outside the sandbox that programs try to reach. Everybody may. */
export class Target implements Disposable {
  readonly folder: string = mkdtempSync("/var/tmp/rostrum-target-");
  readonly file: string = join(this.folder, "victim");
  readonly socket: string = join(this.folder, "listening.sock");
  readonly temporarySocket: string = join(tmpdir(), `rostrum-target-${process.pid}.sock`);
  readonly abstractSocket: string = `rostrum-target-${process.pid}`;
  readonly pipe: string = join(this.folder, "pipe");
  readonly word: string = `rostrum-target-${process.pid}-${performance.now()}`;
  connections = 0;
  readonly #servers: Server[] = [];
  readonly #sleeper: ChildProcess;
  readonly #pipeReader: number;

  constructor() {
    chmodSync(this.folder, 0o777);
    writeFileSync(this.file, "untouched");
    chmodSync(this.file, 0o666);
    spawnSync("mkfifo", ["-m", "666", this.pipe]);
    this.#pipeReader = openSync(this.pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    // The word is an argument, so that it can be seen in a list of processes.
    this.#sleeper = spawn("sh", ["-c", "sleep 3600", this.word], {
      stdio: "ignore",
      detached: true,
    });
  }

  get process(): number {
    return this.#sleeper.pid!;
  }

  async listen(): Promise<void> {
    for (const path of [this.socket, this.temporarySocket, `\0${this.abstractSocket}`]) {
      const server = createServer((connection) => {
        this.connections++;
        connection.on("error", () => undefined).destroy();
      });
      await new Promise<void>((resolve) => server.listen(path, resolve));
      if (!path.startsWith("\0")) chmodSync(path, 0o777);
      this.#servers.push(server);
    }
  }

  [Symbol.dispose](): void {
    for (const server of this.#servers) server.close();
    closeSync(this.#pipeReader);
    process.kill(-this.process, "SIGKILL");
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A process that runs programs in the sandbox as one user. */
export class Runner implements Disposable {
  /** Other tests use the system's at the same time. */
  readonly temporary: string = mkdtempSync(join(tmpdir(), "rostrum-runner-"));
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;

  /** `start` is a command line that starts another, such as `nice`. */
  constructor(uid: number | null, start: readonly string[] = []) {
    chmodSync(this.temporary, 0o777);
    const [path, ...args] = [...start, NODE, RUNNER];
    this.#child = spawn(path, args, {
      cwd: join(import.meta.dirname, "../.."),
      stdio: ["pipe", "pipe", "inherit"],
      env: {
        PATH: process.env["PATH"],
        HOME: "/nonexistent",
        TMPDIR: this.temporary,
        SECRET: "outside",
      },
      ...(uid === null ? {} : { uid, gid: uid }),
    });
    this.#reader = createInterface({ input: this.#child.stdout! });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  async run(request: SandboxRequest): Promise<SandboxReply> {
    this.#child.stdin!.write(`${JSON.stringify(request)}\n`);
    const { value } = await this.#lines.next();
    return JSON.parse(value as string) as SandboxReply;
  }

  [Symbol.dispose](): void {
    this.#reader.close();
    this.#child.kill("SIGKILL");
    rmSync(this.temporary, { recursive: true, force: true });
  }
}
