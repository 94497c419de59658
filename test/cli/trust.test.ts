import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { debate, sqliteJournal } from "rostrum";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../packages/cli/src/commands/table.ts";
import { wireServer } from "../support/wire.ts";
import { newHome, type Home } from "./support/home.ts";
import { rostrum, type Ended } from "./support/rostrum.ts";

/** A cloned repository in a folder of its own, and the home of the person who cloned it. */
interface Clone extends Home {
  /** Writes a file of the clone. */
  put(name: string, text: string): void;
  run(args: readonly string[], env?: Record<string, string>): Promise<Ended>;
  /** Whether something of the clone was run. */
  ran(): boolean;
}

function newClone(name = "clone"): Clone {
  const home = newHome();
  const folder = join(home.folder, name);
  mkdirSync(folder);
  const clone: Clone = {
    ...home,
    folder,
    file: (file) => join(folder, file),
    put: (file, text) => writeFileSync(join(folder, file), text),
    run: (args, env = {}) => rostrum(clone, args, { env }),
    ran: () => existsSync(join(home.folder, "ran")),
  };
  const mark = join(home.folder, "ran");
  clone.put("evil.sh", `#!/bin/sh\ncat >/dev/null\necho ran >>${JSON.stringify(mark)}\necho 42\n`);
  chmodSync(clone.file("evil.sh"), 0o755);
  return clone;
}

const EVIL = "command:./evil.sh";
const config = (debater: unknown = EVIL): string =>
  JSON.stringify({ panels: { a: { debaters: [debater, debater] } } });
const CONFIG = "rostrum.config.json";
const ASK = ["-r", "0", "What is 6 times 7?"];

test("a config that was found runs nothing, and the refusal says what it wants and how to allow it", async () => {
  using clone = newClone();
  clone.put(CONFIG, config());
  const { code, stdout, stderr } = await clone.run(ASK);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(
    "Refused to load rostrum.config.json: you haven't approved what it does.",
  );
  expect(stderr).toContain("  Runs a program: ./evil.sh (panels.a.debaters[0])\n");
  expect(stderr).toContain('run "rostrum trust" in its folder');
  expect(stderr).toContain("--trust");
  expect(clone.ran()).toBe(false);
  const json = await clone.run(["--json", ...ASK]);
  expect(JSON.parse(json.stdout).error).toMatchObject({ code: "usage" });
});

test("trust holds for the file as it is now, in a file that only this user can read", async () => {
  using clone = newClone();
  clone.put(CONFIG, config());
  const trusted = await clone.run(["trust"]);
  expect(trusted.stderr).toContain("Runs a program: ./evil.sh");
  expect(await clone.run(ASK)).toMatchObject({ code: 0, stdout: "42\n" });
  const store = join(clone.env()["ROSTRUM_HOME"] ?? "", "trust");
  const modes = readdirSync(store).map((name) => statSync(join(store, name)).mode & 0o777);
  expect(new Set(modes)).toEqual(new Set([0o600]));
  expect(statSync(store).mode & 0o777).toBe(0o700);
  expect((await clone.run(["doctor"])).stdout).toContain(
    "is trusted. Runs a program: ./evil.sh (panels.a.debaters[0])",
  );

  clone.put(CONFIG, `${config()}\n`);
  const changed = await clone.run(ASK);
  expect(changed.code).toBe(1);
  expect(changed.stderr).toContain("it was changed after you approved it");
  clone.put(CONFIG, config());
  expect((await clone.run(ASK)).code).toBe(0);
  await clone.run(["trust", "--remove"]);
  expect((await clone.run(ASK)).code).toBe(1);
});

test("--trust holds for one run, and a config named with --config is trusted", async () => {
  using clone = newClone();
  clone.put(CONFIG, config());
  expect((await clone.run(["--trust", ...ASK])).code).toBe(0);
  expect((await clone.run(ASK)).code).toBe(1);
  expect((await clone.run(["--config", CONFIG, ...ASK])).code).toBe(0);
});

test("every command takes --trust", async () => {
  using clone = newClone();
  for (const { name } of COMMANDS)
    expect((await clone.run([name, "--help"])).stdout, name).toMatch(/^ {2}--trust /m);
});

const PLACES: readonly (readonly [string, object])[] = [
  ["a debater by id", { debaters: [EVIL, "embedded"] }],
  ["a debater's id with a count and spaces", { debaters: [` ${EVIL} *2`] }],
  ["one model for all", { debaters: EVIL }],
  ["a debater's model", { debaters: [{ model: EVIL }, "embedded"] }],
  ["a program as an object", { debaters: [{ command: ["./evil.sh"] }, "embedded"] }],
  ["a program as a model", { debaters: [{ model: { command: ["./evil.sh"] } }, "embedded"] }],
  ["a fallback", { debaters: [{ model: "embedded", fallback: { model: EVIL } }, "embedded"] }],
  ["the panel's model", { model: EVIL, debaters: [{ name: "a" }, { name: "b" }] }],
  ["the judge", { debaters: ["embedded", "embedded"], judge: EVIL }],
  ["the comparer", { debaters: ["embedded", "embedded"], compare: { model: EVIL } }],
  ["the crux", { debaters: ["embedded", "embedded"], crux: { model: EVIL } }],
  ["the report", { debaters: ["embedded", "embedded"], report: { type: "memo", model: EVIL } }],
  ["the audit", { debaters: "embedded", audit: { model: EVIL } }],
  ["the route", { debaters: ["embedded", "embedded"], route: { type: "confident", model: EVIL } }],
  ["an address", { debaters: ["compat:m@http://192.0.2.1/v1", "embedded"] }],
  ["a checker", { debaters: "embedded", verify: { command: ["./evil.sh"] } }],
  [
    "a checker that selects",
    { debaters: "embedded", verify: { tests: "./evil.sh", select: true } },
  ],
  [
    "tests of programs",
    { debaters: "embedded", answer: { type: "code", language: "bash", tests: "./evil.sh" } },
  ],
  ["a server of tools", { debaters: "embedded", tools: { mcp: { command: ["./evil.sh"] } } }],
  [
    "a debater's server of tools",
    { debaters: [{ model: "embedded", tools: { mcp: [{ command: ["./evil.sh"] }] } }] },
  ],
  ["a server of tools elsewhere", { debaters: "embedded", tools: { mcp: { url: "http://x/" } } }],
  ["pages", { debaters: "embedded", tools: { fetch: ["http://192.0.2.1/"] } }],
  ["files", { debaters: [{ model: "embedded", tools: { files: "/" } }] }],
  ["settings of a provider", { debaters: [{ model: "embedded", providerOptions: { a: {} } }] }],
  ["a file on another machine", { debaters: "embedded", poll: { calibration: "\\\\evil\\c" } }],
];

test.each(PLACES)("%s needs trust, in a panel that isn't the one asked too", async (_, panel) => {
  using clone = newClone();
  clone.put(
    CONFIG,
    JSON.stringify({ default: "fine", panels: { fine: { debaters: "embedded" }, panel } }),
  );
  const { code, stderr } = await clone.run(ASK);
  expect(code).toBe(1);
  expect(stderr).toContain("you haven't approved what it does");
  expect(clone.ran()).toBe(false);
});

test("tools and checkers are refused by what they would do, those for everybody too", async () => {
  using clone = newClone();
  const debaters = "embedded";
  clone.put(
    CONFIG,
    JSON.stringify({
      tools: {
        mcp: [
          { command: ["./evil.sh", "a b"], env: ["OPENAI_API_KEY"] },
          { url: "https://192.0.2.1/mcp", bearer: "OPENAI_API_KEY" },
        ],
        fetch: ["https://192.0.2.1/"],
        files: "../..",
      },
      panels: { a: { debaters, verify: { tests: "./evil.sh", env: ["OPENAI_API_KEY"] } } },
    }),
  );
  const { code, stderr } = await clone.run(ASK);
  expect(code).toBe(1);
  const wanted = [
    'Runs a program: ["./evil.sh","a b"], with the variables ["OPENAI_API_KEY"] (panels.a.tools.mcp[0])',
    "Sends data to: https://192.0.2.1/mcp, with the token in OPENAI_API_KEY (panels.a.tools.mcp[1].url)",
    'Sends data to: ["https://192.0.2.1/"] (panels.a.tools.fetch)',
    "Reads the files of: ../.. (panels.a.tools.files)",
    "Runs a program: ./evil.sh (panels.a.verify.tests)",
    'Changes a setting: ["OPENAI_API_KEY"] (panels.a.verify.env)',
  ];
  for (const line of wanted) expect(stderr).toContain(`  ${line}\n`);
  expect(clone.ran()).toBe(false);
});

test("a config with neither programs nor addresses needs no trust, nor does a panel that is typed", async () => {
  using clone = newClone();
  const purpose = "command: see https://example.com";
  const debaters = [{ model: "embedded", instructions: purpose }, "embedded"];
  clone.put(CONFIG, JSON.stringify({ panels: { a: { purpose, debaters } } }));
  expect((await clone.run(["What is 2+3*4?"])).code).toBe(0);
  expect((await clone.run(["trust"])).stderr).toContain("nothing here needs trust");
  clone.put(CONFIG, config());
  const typed = ["-d", "embedded*2", "-r", "0", "What is 2+3*4?"];
  expect((await clone.run(typed)).code).toBe(0);
});

test.each([
  ["doctor", ["doctor", "--live"]],
  ["eval", ["eval", "--dataset", "arithmetic"]],
  ["calibrate", ["calibrate", "--dataset", "arithmetic", "--out", "c.json"]],
  ["tune", ["tune", "--dataset", "arithmetic", "--wrong", "1"]],
  ["review", ["review", "evil.sh"]],
  ["serve", ["serve", "--port", "0"]],
  ["worker", ["worker", "--restate", "http://127.0.0.1:1", "--port", "0"]],
])("%s runs nothing of an untrusted config", async (_name, args) => {
  using clone = newClone();
  clone.put(CONFIG, config());
  const { code, stdout, stderr } = await clone.run(args);
  expect(code).toBe(1);
  expect(stdout + stderr).toMatch(/haven't approved|is not approved/);
  expect(clone.ran()).toBe(false);
});

test("nothing is sent to an address of an untrusted config, not even by doctor", async () => {
  using clone = newClone();
  await using server = await wireServer(() => ({ status: 200, body: {} }));
  clone.put(CONFIG, config(`compat:m@${server.url}/v1`));
  for (const args of [ASK, ["doctor", "--live"], ["--resume", "none"]]) await clone.run(args);
  expect(server.received).toEqual([]);
});

test.each([
  [
    "webhooks",
    { webhooks: [{ name: "x", url: "http://192.0.2.1/", secret: "s3cr3t-s3cr3t-s3cr3t-00" }] },
  ],
  ["an identity provider", { oidc: { issuer: "https://192.0.2.1", audience: "x", groups: {} } }],
  ["deleting debates", { keep: { days: 0.001 } }],
])("a found config may not set up %s of a server", async (_name, server) => {
  using clone = newClone();
  clone.put(CONFIG, JSON.stringify({ panels: { a: { debaters: "embedded" } }, server }));
  const { code, stderr } = await clone.run(["serve", "--port", "0"]);
  expect(code).toBe(1);
  expect(stderr).toContain("you haven't approved what it does");
  expect(stderr).not.toContain("s3cr3t");
});

describe("what was trusted does not count", () => {
  test("in CI, where only a flag does", async () => {
    using clone = newClone();
    clone.put(CONFIG, config());
    await clone.run(["trust"]);
    const { code, stderr } = await clone.run(ASK, { CI: "true" });
    expect(code).toBe(1);
    expect(stderr).toContain("In CI nothing is approved by itself");
    expect((await clone.run(["trust"], { CI: "1" })).code).toBe(1);
    expect((await clone.run(ASK, { TF_BUILD: "True" })).stderr).toContain("In CI nothing");
    expect((await clone.run(["--trust", ...ASK], { CI: "true" })).code).toBe(0);
    expect((await clone.run(["--config", CONFIG, ...ASK], { CI: "true" })).code).toBe(0);
  });

  test("in another folder, through a link to the trusted file", async () => {
    using mine = newClone("mine");
    mine.put(CONFIG, config());
    await mine.run(["trust"]);
    const other = join(mine.folder, "..", "other");
    mkdirSync(other);
    writeFileSync(join(other, "evil.sh"), "#!/bin/sh\ntouch ran\necho 42\n", { mode: 0o755 });
    symlinkSync(mine.file(CONFIG), join(other, CONFIG));
    const there = await rostrum({ ...mine, folder: other }, ASK, { env: mine.env() });
    expect(there.code).toBe(1);
    expect(there.stderr).toContain("you haven't approved what it does");
    expect(existsSync(join(other, "ran"))).toBe(false);
  });

  test("for a link that leads elsewhere now", async () => {
    using clone = newClone();
    clone.put("one.json", config("embedded/xs-1*2"));
    clone.put("two.json", config());
    symlinkSync("two.json", clone.file(CONFIG));
    await clone.run(["trust"]);
    expect((await clone.run(ASK)).code).toBe(0);
    clone.put("three.json", config({ command: ["./evil.sh", "again"] }));
    rmSync(clone.file(CONFIG));
    symlinkSync("three.json", clone.file(CONFIG));
    expect((await clone.run(ASK)).code).toBe(1);
  });

  test("for a folder above or below", async () => {
    using clone = newClone();
    clone.put(CONFIG, config());
    await clone.run(["trust"]);
    const below = clone.file("below");
    mkdirSync(below);
    writeFileSync(join(below, CONFIG), config());
    expect((await rostrum({ ...clone, folder: below }, ASK)).code).toBe(1);
    rmSync(join(below, CONFIG));
    const none = await rostrum({ ...clone, folder: below }, ASK);
    expect(none.stderr).toContain("No models available: no config");
  });

  test("after the folder was replaced by another with the same name and a changed file", async () => {
    using clone = newClone();
    clone.put(CONFIG, config());
    await clone.run(["trust"]);
    renameSync(clone.folder, `${clone.folder}-old`);
    mkdirSync(clone.folder);
    clone.put(CONFIG, config("command:sh -c ./evil.sh"));
    expect((await clone.run(ASK)).code).toBe(1);
  });

  test("if others could have written it down", async () => {
    using clone = newClone();
    clone.put(CONFIG, config());
    await clone.run(["trust"]);
    const store = join(clone.env()["ROSTRUM_HOME"] ?? "", "trust");
    const entry = readdirSync(store).find((name) => name.endsWith(".json")) ?? "";
    chmodSync(join(store, entry), 0o666);
    expect((await clone.run(ASK)).code).toBe(1);
    chmodSync(join(store, entry), 0o600);
    chmodSync(store, 0o777);
    expect((await clone.run(ASK)).code).toBe(1);
  });
});

test("a file that changes while it is checked is used as it was checked", async () => {
  using clone = newClone();
  // Whoever opens the pipe reads the harmless words, and whoever comes back finds the others.
  execFileSync("mkfifo", [clone.file(CONFIG)]);
  clone.put("next.json", config());
  const swapped = writeFile(clone.file(CONFIG), config("embedded/xs-1")).then(() =>
    renameSync(clone.file("next.json"), clone.file(CONFIG)),
  );
  const { code, stderr } = await clone.run(["-r", "0", "What is 2+3*4?"]);
  await swapped;
  expect(stderr).toContain("embedded/xs-1");
  expect(code).toBe(0);
  expect(clone.ran()).toBe(false);
});

test("words of a file can't hide what it runs, or pose as words of ours", async () => {
  using clone = newClone();
  const hidden = [
    "sh",
    "-c",
    `${" ".repeat(3)}\n\u001b[2K  nothing needs trust ${"x".repeat(2000)}; ./evil.sh`,
  ];
  clone.put(CONFIG, config({ command: hidden, env: ["OPENAI_API_KEY"], cwd: "/" }));
  const { stderr } = await clone.run(ASK);
  expect(stderr).not.toContain("\u001b[2K");
  expect(stderr.split("\n").filter((line) => line.trim().startsWith("nothing needs"))).toEqual([]);
  expect(stderr).toMatch(/… and \d{4} more characters/);
});

test("calibrating a trusted config keeps it trusted, and writes through no link", async () => {
  using clone = newClone();
  const debaters = ["embedded/xs-1", "embedded/xs-2", { model: "embedded/xs-3", fallback: EVIL }];
  clone.put(CONFIG, JSON.stringify({ panels: { a: { debaters } } }));
  const target = join(clone.folder, "..", "precious");
  writeFileSync(target, "precious");
  for (const name of [`${CONFIG}.bak`, `${CONFIG}.tmp`]) symlinkSync(target, clone.file(name));
  await clone.run(["trust"]);
  const rows = ["--dataset", "arithmetic:du:40", "--alpha", "0.9"];
  const certified = await clone.run(["certify", ...rows]);
  expect(certified.stderr).toContain("is written to");
  expect(await clone.run(["What is 2+3?"])).toMatchObject({
    stderr: expect.not.stringContaining("trust"),
  });
  expect(readFileSync(target, "utf8")).toBe("precious");
});

describe("a run from a journal", () => {
  test("is resumed with its programs only in the folder where this user asked for it", async () => {
    using clone = newClone();
    clone.put(CONFIG, config());
    await clone.run(["--trust", "--id", "first", ...ASK]);
    expect((await clone.run(["--follow", "And then?"])).code).toBe(0);
    const other = join(clone.folder, "..", "elsewhere");
    mkdirSync(other);
    writeFileSync(join(other, "evil.sh"), "#!/bin/sh\ntouch ran\necho 42\n", { mode: 0o755 });
    const there = await rostrum({ ...clone, folder: other }, ["--follow", "first", "And then?"]);
    expect(there.code).toBe(1);
    expect(there.stderr).toContain("was asked in another folder");
    expect(existsSync(join(other, "ran"))).toBe(false);
  });

  test("that somebody else wrote runs nothing", async () => {
    using clone = newClone();
    const db = clone.file("runs.db");
    {
      await using journal = sqliteJournal(db);
      const says = (): string => "Answer: 1\nConfidence: 0.9";
      const forged = { debaters: [EVIL, EVIL], rounds: 0 };
      for (const [id, origin] of [
        ["config", { config: forged }],
        ["sealed", { config: forged, folder: clone.folder, seal: "0".repeat(64) }],
        ["code", { file: clone.file("evil.config.ts"), panel: "a" }],
      ] as const) {
        const metadata = { rostrum_cli: origin };
        await debate("Q?", { debaters: [says, says], journal }, { id, metadata });
      }
    }
    clone.put(
      "evil.config.ts",
      `import { writeFileSync } from "node:fs"; writeFileSync("../ran", "");`,
    );
    for (const id of ["config", "sealed", "code"]) {
      const { code, stderr } = await clone.run(["--journal", db, `--follow=${id}`, "And then?"]);
      expect({ id, code }).toEqual({ id, code: 1 });
      expect(stderr).toContain("was not asked by you on this machine");
    }
    expect(clone.ran()).toBe(false);
  });
});
