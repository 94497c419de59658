import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, test, type TestContext } from "vitest";
import { NODE, Runner, Target } from "../support/sandbox.ts";

const isRoot = process.getuid?.() === 0;

/** Users that rostrum may run as, and why one can't be tried here. */
const USERS: { name: string; uid: number | null; missing: string | null }[] = [
  { name: "root", uid: null, missing: isRoot ? null : "the tests don't run as root" },
  { name: "nobody", uid: 65_534, missing: isRoot ? null : "only root can switch users" },
  { name: "uid 1000", uid: 1000, missing: isRoot ? null : "only root can switch users" },
  { name: "this user", uid: null, missing: isRoot ? "it is root" : null },
];

interface Attempt {
  name: string;
  /** A program of Node that prints "escaped" if it got out. TARGET has the places outside. */
  code: string;
  memoryMb?: number;
  ownFolder?: boolean;
}

const HELPERS = `
const fs = require("node:fs"), net = require("node:net"), path = require("node:path");
const { spawnSync, spawn } = require("node:child_process");
const escaped = (how) => console.log("escaped: " + how);
/** Whether it worked. */
const tried = (act) => { try { act(); return true; } catch { return false; } };
const connect = (to) => new Promise((done) => {
  const socket = net.connect(to).on("connect", () => { socket.destroy(); done(true); }).on("error", () => done(false));
});
`;

const ATTEMPTS: Attempt[] = [
  {
    name: "connects to a Unix socket in a folder",
    code: "connect({ path: TARGET.socket }).then((got) => got && escaped('socket'));",
  },
  {
    name: "connects to a Unix socket in /tmp",
    code: "connect({ path: TARGET.temporarySocket }).then((got) => got && escaped('socket'));",
  },
  {
    name: "connects to an abstract Unix socket",
    code: "connect({ path: '\\0' + TARGET.abstractSocket }).then((got) => got && escaped('socket'));",
  },
  {
    name: "connects to any Unix socket that it finds",
    code: `
      const found = [];
      const visit = (folder, depth) => {
        let entries = [];
        try { entries = fs.readdirSync(folder, { withFileTypes: true }); } catch {}
        for (const entry of entries) {
          const at = path.join(folder, entry.name);
          if (entry.isSocket()) found.push(at);
          else if (entry.isDirectory() && depth < 4 && !/^\\/(proc|usr|sys|work)/.test(at)) visit(at, depth + 1);
        }
      };
      visit("/", 0);
      Promise.all(found.map(async (at) => { if (await connect({ path: at })) escaped(at); }));`,
  },
  {
    name: "writes to a named pipe that somebody may read",
    // Without a reader, it can't be opened.
    code: "if (tried(() => fs.openSync(TARGET.pipe, fs.constants.O_WRONLY | fs.constants.O_NONBLOCK))) escaped('pipe');",
  },
  {
    name: "finds other devices than its own",
    code: `
      const allowed = "fd full null random shm stderr stdin stdout urandom zero".split(" ");
      const others = fs.readdirSync("/dev").filter((name) => !allowed.includes(name));
      if (others.length > 0) escaped(others.join(" "));`,
  },
  {
    name: "makes a device, a file or a folder in /dev",
    code: `
      if (tried(() => fs.writeFileSync("/dev/x", "x"))) escaped("file");
      if (tried(() => fs.mkdirSync("/dev/y"))) escaped("folder");
      if (spawnSync("mknod", ["/tmp/device", "b", "254", "0"]).status === 0) escaped("device");`,
  },
  {
    name: "writes to a terminal",
    code: `
      for (const name of ["/dev/tty", "/dev/console", "/dev/pts/0", "/dev/pts/1", "/dev/ptmx"])
        if (tried(() => fs.openSync(name, "r+"))) escaped(name);`,
  },
  {
    name: "changes settings of the kernel",
    // A namespace owns some of them, so that only a read-only mount protects those.
    code: `
      const visit = (at) => {
        if (!fs.statSync(at, { throwIfNoEntry: false })?.isDirectory()) {
          if (tried(() => fs.accessSync(at, fs.constants.W_OK))) escaped(at);
        } else if (tried(() => fs.accessSync(at))) for (const name of fs.readdirSync(at)) visit(path.join(at, name));
      };
      for (const at of ["/proc/sys", "/proc/irq", "/proc/bus"]) visit(at);
      for (const at of ["/proc/sysrq-trigger", "/proc/1/oom_score_adj/x"])
        if (tried(() => fs.writeFileSync(at, ""))) escaped(at);`,
  },
  {
    name: "writes to /sys",
    code: `
      for (const at of ["/sys/x", "/sys/kernel/mm/ksm/run", "/sys/fs/cgroup/x", "/sys/fs/cgroup/cgroup.procs"])
        if (tried(() => fs.writeFileSync(at, "1"))) escaped(at);
      if (tried(() => fs.mkdirSync("/sys/fs/cgroup/memory/x"))) escaped("group");`,
  },
  {
    name: "sees what others keep in /run, /sys or /tmp",
    code: `
      const isNeeded = (at) => process.env.PATH.split(":").some((folder) => (folder + "/").startsWith(at + "/"));
      for (const folder of ["/run", "/sys", "/tmp", "/dev/shm"])
        for (const at of fs.readdirSync(folder).map((name) => path.join(folder, name)))
          if (!isNeeded(at)) escaped(at);`,
  },
  {
    name: "writes outside its own folder",
    code: `
      const folders = ["/", "/run", "/run/lock", "/etc", "/var", "/var/tmp", "/var/lock", "/home", "/root", "/usr/local", "/opt", "/mnt", process.cwd(), TARGET.folder];
      for (const folder of folders) if (tried(() => fs.writeFileSync(path.join(folder, "escaped-file"), "x"))) escaped(folder);
      if (tried(() => fs.appendFileSync(TARGET.file, "touched"))) escaped(TARGET.file);
      if (tried(() => fs.unlinkSync(TARGET.file))) escaped("unlink");
      if (tried(() => fs.chmodSync(TARGET.file, 0o600))) escaped("chmod");`,
  },
  {
    name: "writes through links, and through /proc",
    ownFolder: true,
    code: `
      fs.symlinkSync(TARGET.file, "link");
      if (tried(() => fs.writeFileSync("link", "x"))) escaped("link");
      fs.symlinkSync(TARGET.folder, "folder");
      if (tried(() => fs.writeFileSync("folder/new", "x"))) escaped("folder");
      if (tried(() => fs.linkSync(TARGET.file, "hard"))) escaped("hard link");
      for (const root of ["/proc/self/root", "/proc/1/root", "/proc/1/cwd", "/proc/self/root/.."])
        if (tried(() => fs.writeFileSync(root + TARGET.file, "x"))) escaped(root);`,
  },
  {
    name: "mounts, unmounts or changes its root",
    code: `
      const acts = ["mount -o remount,rw /", "umount -l /tmp", "umount -l /dev/shm", "mount -t tmpfs none /run",
        "mount --bind / /tmp", "chroot / true", "pivot_root . .", "nsenter -t 1 -m true"];
      for (const act of acts) if (spawnSync("sh", ["-c", "PATH=$PATH:/usr/sbin:/sbin; " + act]).status === 0) escaped(act);`,
  },
  {
    name: "is root in another namespace of its own",
    code: `
      const act = "umount -l /proc/sys; umount -l /etc; mount -o remount,rw / ; mount -o remount,bind,rw /etc; " +
        "touch /etc/x && echo escaped; echo x >> " + TARGET.file + " && echo escaped; " +
        "cat /proc/sys/kernel/hostname > /proc/sys/kernel/hostname && echo escaped";
      console.log(String(spawnSync("unshare", ["-Urm", "sh", "-c", act]).stdout));`,
  },
  {
    name: "sees a process outside, or sends it a signal",
    code: `
      for (const id of fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name))) {
        let line = "";
        try { line = fs.readFileSync("/proc/" + id + "/cmdline", "latin1"); } catch {}
        if (line.includes(TARGET.word) && !line.includes("TARGET")) escaped("process " + id);
      }
      if (TARGET.process > 1000 && tried(() => process.kill(TARGET.process, 0))) escaped("signal");
      tried(() => process.kill(-1, "SIGCONT"));`,
  },
  {
    name: "gets variables or descriptors from outside",
    code: `
      if (process.env.SECRET) escaped("variable");
      for (const name of fs.readdirSync("/proc/self/fd")) {
        let to = "";
        try { to = fs.readlinkSync("/proc/self/fd/" + name); } catch {}
        if (to.startsWith("/") && !/^\\/(proc|dev\\/(null|urandom|random))/.test(to)) escaped(name + " " + to);
      }`,
  },
  {
    name: "gets more rights",
    code: `
      const status = fs.readFileSync("/proc/self/status", "utf8");
      if (!/^CapEff:\\s*0+$/m.test(status) || !/^CapBnd:\\s*0+$/m.test(status)) escaped("capabilities");
      if (!/^NoNewPrivs:\\s*1$/m.test(status)) escaped("privileges");
      if (fs.existsSync("/etc/shadow") && tried(() => fs.readFileSync("/etc/shadow"))) escaped("shadow");`,
  },
  {
    name: "keeps more in shared memory than there is room for",
    code: `
      const piece = Buffer.alloc(2 ** 20, 1);
      let pieces = 0;
      const file = fs.openSync("/dev/shm/x", "w");
      tried(() => { for (; pieces < 300; pieces++) fs.writeSync(file, piece); });
      if (pieces >= 300) escaped(pieces + " MiB");`,
  },
  {
    name: "uses more memory than it may",
    memoryMb: 1024,
    code: "if (tried(() => Buffer.alloc(1500 * 2 ** 20, 1))) escaped('memory');",
  },
  {
    name: "starts processes without end",
    code: `
      const script = "i=0; while [ $i -lt 1500 ]; do sleep 300 & i=$((i+1)); done 2>/dev/null";
      spawnSync("sh", ["-c", script], { stdio: "ignore" });
      const count = fs.readdirSync("/proc").filter((name) => /^\\d+$/.test(name)).length;
      if (count > 1100) escaped(count + " processes");`,
  },
  {
    name: "leaves a process behind",
    code: `
      spawn("setsid", ["sh", "-c", "sleep 3600; : left-" + TARGET.word], { detached: true, stdio: "ignore" }).unref();
      spawnSync("sh", ["-c", "(setsid sh -c 'sleep 3600; : left-" + TARGET.word + "' &) &"], { stdio: "ignore" });`,
  },
  {
    name: "leaves files behind that are hard to remove",
    ownFolder: true,
    code: `
      for (const folder of [process.cwd(), "/tmp", "/dev/shm"]) {
        process.chdir(folder);
        fs.mkdirSync("closed/in/it", { recursive: true });
        fs.writeFileSync("closed/in/file", "x");
        fs.symlinkSync(TARGET.folder, "closed/link");
        fs.writeFileSync(Buffer.from([0xff, 0xfe, 0x0a]), "x");
        for (let depth = 0; depth < 40; depth++) { const name = "d".repeat(200); fs.mkdirSync(name); process.chdir(name); }
        fs.mkdirSync("bottom");
        fs.chmodSync("bottom", 0);
        process.chdir(folder);
        fs.chmodSync("closed/in", 0);
        fs.chmodSync("closed", 0);
        spawnSync("mkfifo", ["pipe"]);
      }
      console.log("filled");`,
  },
];

describe.each(USERS)("a program in the sandbox of $name", ({ uid, missing }) => {
  let target: Target;
  let runner: Runner;
  let open: string[] = [];
  let refusal: string | undefined;

  beforeAll(async () => {
    if (missing !== null) return;
    target = new Target();
    runner = new Runner(uid);
    await target.listen();
    const reply = await runner.run({});
    open = reply.open ?? [];
    refusal = reply.error;
  });
  afterAll(() => {
    if (missing !== null) return;
    runner[Symbol.dispose]();
    target[Symbol.dispose]();
  });

  const leftovers = (): string[] => [
    ...readdirSync(runner.temporary),
    ...[tmpdir(), "/dev/shm", "/var/tmp", "/run"]
      .filter((folder) => existsSync(folder))
      .flatMap((folder) => readdirSync(folder))
      .filter((name) => /^(escaped-file|closed|d{200}|pipe|mine)$/.test(name)),
  ];

  function skipWithoutMeans(context: TestContext, lacking: readonly string[]): void {
    context.skip(missing !== null, missing ?? "");
    context.skip(refusal !== undefined, refusal);
    context.skip(lacking.length > 0, `this system lacks the means: ${lacking.join(", ")}`);
  }

  /** Shared memory as a whole is limited only where control groups are. What is left behind is never the system's fault. */
  const means = (): string[] => open.filter((each) => !/processes share|left behind/.test(each));

  test.for(ATTEMPTS)("$name: in vain", async (attempt, context) => {
    skipWithoutMeans(context, means());
    const {
      folder,
      file,
      socket,
      temporarySocket,
      abstractSocket,
      pipe,
      word,
      process: id,
    } = target;
    const places = {
      folder,
      file,
      socket,
      temporarySocket,
      abstractSocket,
      pipe,
      word,
      process: id,
    };
    const code = `const TARGET = ${JSON.stringify(places)};${HELPERS}${attempt.code}`;
    target.connections = 0;
    const { ownFolder = false, memoryMb = 1024 } = attempt;
    const reply = await runner.run({ command: [NODE, "-e", code], ownFolder, memoryMb });
    expect(reply.error).toBeUndefined();
    expect(reply.text).not.toContain("escaped");
    expect(reply.code).toBe(0);
    expect(target.connections).toBe(0);
    expect(readFileSync(file, "utf8")).toBe("untouched");
    expect(readdirSync(folder).sort()).toEqual(["listening.sock", "pipe", "victim"]);
    expect(leftovers()).toEqual([]);
    const processes = spawnSync("ps", ["axww"], { encoding: "utf8" }).stdout;
    expect(processes).not.toContain(`left-${word}`);
    expect(processes).toContain(word);
  });

  test("what its processes share is limited, too", async (context) => {
    skipWithoutMeans(context, open);
    const python = spawnSync("/usr/bin/python3", ["-c", ""]).status === 0;
    context.skip(
      !python,
      "there is no Python, and nothing else here can share memory without a file",
    );
    const code = `import mmap
shared = mmap.mmap(-1, 2 << 30)
for at in range(0, 2 << 30, 4096): shared[at] = 1
print("escaped")`;
    const reply = await runner.run({ command: ["/usr/bin/python3", "-c", code], memoryMb: 256 });
    expect(reply.text).not.toContain("escaped");
    expect(reply.code).not.toBe(0);
  });

  test("can use its own folders, and what it needs of the system", async (context) => {
    skipWithoutMeans(context, means());
    const code = `${HELPERS}
      fs.writeFileSync("mine", "x");
      fs.writeFileSync("/tmp/mine", "x");
      fs.writeFileSync(process.env.TMPDIR + "/other", "x");
      fs.writeFileSync("/dev/shm/mine", "x");
      fs.writeFileSync("/dev/null", "x");
      fs.readSync(fs.openSync("/dev/urandom"), Buffer.alloc(8));
      if (fs.readFileSync("/proc/cpuinfo").length === 0) throw new Error("no /proc");
      const server = net.createServer().listen(0, "127.0.0.1", async () => {
        const isThere = await connect({ port: server.address().port, host: "127.0.0.1" });
        const own = net.createServer().listen("/tmp/own.sock", async () => {
          console.log(isThere && await connect({ path: "/tmp/own.sock" }) ? "works" : "broken");
          process.exit(0);
        });
      });`;
    const reply = await runner.run({ command: [NODE, "-e", code], ownFolder: true });
    expect(reply).toMatchObject({ text: "works", code: 0 });
  });
});
