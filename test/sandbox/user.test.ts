import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { program } from "../support/programs.ts";
import { NODE, Runner } from "../support/sandbox.ts";

const isRoot = process.getuid?.() === 0;
/** Root that can't become anybody else. */
const STUCK = ["setpriv", "--bounding-set", "-setuid,-setgid", "--inh-caps", "-setuid,-setgid"];
const canBeStuck = isRoot && spawnSync(STUCK[0]!, [...STUCK.slice(1), "true"]).status === 0;

const folder = mkdtempSync("/var/tmp/rostrum-user-");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("programs are isolated as well where temporary files are elsewhere", async () => {
  chmodSync(folder, 0o755);
  using usual = new Runner(null);
  using elsewhere = new Runner(null, ["env", `TMPDIR=${folder}`]);
  expect(await elsewhere.run({})).toEqual(await usual.run({}));
});

describe.skipIf(!isRoot)("rostrum as root", () => {
  test.skipIf(!canBeStuck)("runs no program where it can't switch to another user", async () => {
    using runner = new Runner(null, STUCK);
    const refused = "run rostrum as another user";
    expect((await runner.run({ command: ["true"] })).error).toContain(refused);
    expect((await runner.run({})).error).toContain(refused);
  });

  test.skipIf(!canBeStuck)("has a doctor who says so", () => {
    const [start, ...args] = [...STUCK, NODE, program("rostrum"), "doctor"];
    const env = { ...process.env, HOME: folder };
    const { stdout } = spawnSync(start, args, { encoding: "utf8", env, cwd: folder });
    expect(stdout).toMatch(/verify can't be used here: rostrum runs as root/);
  });

  test("refuses a program that only root may read, and passes over one on the PATH", async () => {
    const closed = join(folder, "closed");
    const open = join(folder, "open");
    for (const place of [closed, open]) {
      mkdirSync(place);
      writeFileSync(join(place, "checker"), "#!/bin/sh\necho $0\n");
      chmodSync(join(place, "checker"), 0o755);
    }
    chmodSync(folder, 0o755);
    chmodSync(closed, 0o700);
    using runner = new Runner(null, ["env", `PATH=${closed}:${open}:${process.env["PATH"]}`]);
    const refused = await runner.run({ command: [join(closed, "checker")] });
    expect(refused.error).toContain(`who may not read ${join(closed, "checker")}`);
    expect(await runner.run({ command: ["checker"] })).toMatchObject({
      code: 0,
      text: join(open, "checker"),
    });
  });

  test("shows programs no folder with keys, even if everybody may read it", async (context) => {
    const home = join(folder, "home");
    for (const name of [".ssh", ".rostrum", "notes"]) {
      mkdirSync(join(home, name), { recursive: true });
      writeFileSync(join(home, name, "file"), "content");
    }
    chmodSync(folder, 0o755);
    using runner = new Runner(null, ["env", `HOME=${home}`]);
    const { text, open = [] } = await runner.run({ command: ["find", home, "-type", "f"] });
    context.skip(open.includes("it can write to files of its user"), "it has no root of its own");
    expect(text).toBe(join(home, "notes/file"));
  });

  test("runs programs as nobody", async (context) => {
    using runner = new Runner(null);
    const { text, open = [] } = await runner.run({ command: ["cat", "/proc/self/uid_map"] });
    context.skip(open.includes("it sees other processes"), "it has no namespace of its own here");
    expect(text).toMatch(/^0\s+65534\s+1$/);
  });
});
