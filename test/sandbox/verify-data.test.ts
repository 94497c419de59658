import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import files from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import {
  Debate,
  json,
  memoryJournal,
  number,
  text,
  type DebateConfig,
  type ModelRequest,
} from "../../packages/rostrum/src/index.ts";
import type { VerifyRule } from "../../packages/core/src/protocol/options.ts";
import { describeIsolation } from "../../packages/runtime/src/models/sandbox/run-isolated.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { z } from "zod";

const folder = mkdtempSync(join(tmpdir(), "rostrum-verify-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the system doesn't isolate programs from; tests of isolation need all of it. */
const open = await describeIsolation();
const isolated = test.skipIf(open.length > 0);

const node = (code: string): string[] => ["node", "-e", code];
/** Reads the answer and decides by an expression about it. */
const judge = (expression: string): string[] =>
  node(`const answer = require("node:fs").readFileSync(0, "utf8"); ${expression}`);

function panel<A = number>(
  replies: string[],
  verify: VerifyRule<A>,
  more: Partial<DebateConfig<A>> = {},
): Debate<A> {
  return new Debate<A>({
    debaters: replies.map((reply) => scripted([reply], { repeatLast: true })),
    answer: number() as never,
    rounds: 0,
    verify,
    ...more,
  });
}

const answers = (...all: (string | number)[]): string[] => all.map((each) => `Answer: ${each}`);

describe("a checker that is a program", () => {
  test("never shows the name of its temporary folder", async () => {
    const outcomes = await Promise.all(
      [1, 3].map((code) =>
        panel(answers(42, 42), { command: ["sh", "-c", `pwd >&2; exit ${code}`] }).run("?"),
      ),
    );
    for (const result of outcomes) expect(JSON.stringify(result)).not.toContain("rostrum-check-");
    expect(JSON.stringify(outcomes[1])).toContain("exited with code 3: .");
  });

  test("gets the answer on standard input, and its exit code is the verdict", async () => {
    const command = judge("process.exit(answer === '42' ? 0 : answer === '41' ? 1 : 3)");
    const result = await panel(answers(41, 41, 40, 42), { command }).run("?");
    expect(result).toMatchObject({ answer: 42, stopReason: "verified" });
    expect(result.rounds[0]?.positions.map(({ verdict }) => verdict)).toEqual([
      "refuted",
      "refuted",
      "unknown",
      "ok",
    ]);
    expect(result.integrity.missing).toMatchObject([
      { what: "check", about: "40", error: "it exited with code 3" },
    ]);
  });

  test("shows every debater what it says, quoted", async () => {
    const command = judge("console.log('row 7 is off by one'); process.exit(1)");
    const models = [41, 42].map((value) => scripted(answers(value), { repeatLast: true }));
    const debate = new Debate({
      debaters: models,
      answer: number(),
      rounds: 1,
      verify: { command },
    });
    const result = await debate.run("?");
    expect(result.rounds[0]?.positions[0]?.check).toBe("row 7 is off by one");
    for (const { requests } of models) {
      expect(requests[1]?.messages.at(-1)?.content).toContain("row 7 is off by one");
    }
    expect(result.answer).toBeNull();
  });

  test("is ended at its time limit with all its children, and knows nothing then", async () => {
    const name = `sleep-of-this-test-${process.pid}`;
    const command = ["sh", "-c", `(exec sh -c "sleep 60" ${name}) & sleep 60`];
    const result = await panel(answers(42, 42), { command, timeoutMs: 400 }).run("?");
    expect(result.integrity.missing).toMatchObject([
      { what: "check", error: "it did not end within 400 ms (verify.timeoutMs)" },
    ]);
    expect(result.answer).toBe(42);
    expect(execFileSync("ps", ["axww"], { encoding: "utf8" })).not.toContain(name);
  });

  test("that prints without end is stopped, and knows nothing then", async () => {
    const command = ["yes", "and on"];
    const result = await panel(answers(42, 42), { command }).run("?");
    expect(result.integrity.missing).toMatchObject([
      { what: "check", error: "it printed too much" },
    ]);
  });

  test("that is not there is named, and the debate goes on", async () => {
    const result = await panel(answers(42, 42), { command: ["no-such-checker"] }).run("?");
    expect(result.integrity.missing).toMatchObject([
      { what: "check", error: expect.stringContaining("not on the PATH") },
    ]);
    expect(result.answer).toBe(42);
  });

  isolated("has no network, except to itself", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as { port: number };
    const command = node(
      `require("node:net").connect(${port}, "127.0.0.1").on("connect", () => process.exit(0)).on("error", () => process.exit(1))`,
    );
    const own = node(
      'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => require("node:net").connect(s.address().port, "127.0.0.1").on("connect", () => process.exit(0)))',
    );
    try {
      const verdict = async (rule: VerifyRule<number>): Promise<unknown> =>
        (await panel(answers(1, 1), rule).run("?")).rounds[0]?.positions[0]?.verdict;
      expect(await verdict({ command })).toBe("refuted");
      expect(await verdict({ command, network: true })).toBe("ok");
      expect(await verdict({ command: own })).toBe("ok");
    } finally {
      server.close();
    }
  });

  isolated("can write to its own folder only, and use only so much memory", async () => {
    const victim = join(folder, "victim");
    const code = `
      const fs = require("node:fs");
      let wrote = 0;
      for (const path of [${JSON.stringify(victim)}, "here", process.env.HOME + "/x"]) {
        try { if (path.startsWith(process.env.TMPDIR)) continue; fs.writeFileSync(path, "x"); wrote++; } catch {}
      }
      fs.writeFileSync(process.env.TMPDIR + "/mine", "x");
      let fits = true;
      try { Buffer.alloc(1500 * 2 ** 20, 1); } catch { fits = false; }
      process.exit(wrote === 0 && !fits ? 0 : 1)`;
    const result = await panel(answers(1, 1), { command: node(code), memoryMb: 1024 }).run("?");
    expect(result.rounds[0]?.positions[0]?.verdict).toBe("ok");
    expect(existsSync(victim)).toBe(false);
    expect(result.warnings.join(" ")).not.toContain("isolated");
  });

  test("leaves no folder behind", async () => {
    // Other tests use the system's folder at the same time.
    const temporary = join(folder, "temporary");
    mkdirSync(temporary);
    chmodSync(temporary, 0o777);
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    chmodSync(folder, 0o755);
    const watcher = watch(temporary);
    const made = once(watcher, "change");
    await panel(answers(42, 42), { command: judge("process.exit(0)") }).run("?");
    expect((await made)[1]).toMatch(/^rostrum-check-/);
    watcher.close();
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe("tests as a checker", () => {
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "sum.js"), "module.exports = (a, b) => a - b;\n");
  writeFileSync(
    join(project, "test.js"),
    'require("node:assert").equal(require("./sum.js")(2, 3), 5);\n',
  );
  symlinkSync(tmpdir(), join(project, "out"));
  const outside = join(folder, "outside");
  symlinkSync(outside, join(project, "dangling.js"));
  symlinkSync(outside, join(project, ".rostrum.patch"));
  symlinkSync("sum.js", join(project, "inside.js"));
  mkdirSync(join(project, "deep"));
  symlinkSync(join(folder, "missing"), join(project, "deep/missing"));

  const right = "module.exports = (a, b) => a + b;";
  const wrong = "module.exports = (a, b) => a * b;";
  const kind = { answer: text({ similarity: 1 }), compare: "rules" } as const;

  test("run in a copy in which the answer is a file", async () => {
    const verify: VerifyRule = {
      tests: "node test.js",
      worktree: true,
      file: "sum.js",
      folder: project,
    };
    const result = await panel([wrong, right], verify, kind).run("?");
    expect(result).toMatchObject({ answer: right, stopReason: "verified" });
    expect(result.rounds[0]?.positions[0]).toMatchObject({
      verdict: "refuted",
      check: expect.stringContaining("AssertionError"),
    });
    expect(readFileSync(join(project, "sum.js"), "utf8")).toContain("a - b");
  });

  test("run in a copy to which the answer is applied as a patch", async () => {
    const patch = [
      "--- a/sum.js",
      "+++ b/sum.js",
      "@@ -1 +1 @@",
      "-module.exports = (a, b) => a - b;",
      "+module.exports = (a, b) => a + b;",
    ].join("\n");
    const verify: VerifyRule = { tests: "node test.js", folder: project };
    const section = (body: string): string => JSON.stringify({ answer: body });
    const result = await panel([section("no patch"), section(patch)], verify, kind).run("?");
    expect(result).toMatchObject({ answer: patch, stopReason: "verified" });
    expect(result.rounds[0]?.positions[0]?.check).toContain("not a patch that can be applied");
    expect(readFileSync(join(project, "sum.js"), "utf8")).toContain("a - b");
  });

  test.each([
    "../sum.js",
    "out/sum.js",
    ".",
    "dangling.js",
    "inside.js",
    "deep/missing/new.js",
    "deep",
    "sum.js/new.js",
  ])("never write to %s", async (file) => {
    const verify: VerifyRule = { tests: "true", file, folder: project };
    const result = await panel([right, right], verify, kind).run("?");
    expect(result.integrity.missing).toMatchObject([
      { what: "check", error: expect.stringContaining("a file inside the folder") },
    ]);
    expect(existsSync(outside)).toBe(false);
    expect(existsSync(join(folder, "missing"))).toBe(false);
  });

  test("write no patch through a link that the folder brings along", async () => {
    const verify: VerifyRule = { tests: "true", folder: project };
    await panel([right, right], verify, kind).run("?");
    expect(existsSync(outside)).toBe(false);
  });

  test("say what they found even if the copy can't be removed", async () => {
    const temporary = mkdtempSync(join(tmpdir(), "rostrum-left-"));
    chmodSync(temporary, 0o755);
    vi.stubEnv("TMPDIR", temporary);
    vi.spyOn(files, "rename").mockRejectedValue(new Error("it is busy"));
    try {
      const verify: VerifyRule = { tests: "node test.js", file: "sum.js", folder: project };
      const result = await panel([wrong, right], verify, kind).run("?");
      const verdicts = result.rounds[0]?.positions.map(({ verdict }) => verdict);
      expect(verdicts).toEqual(["refuted", "ok"]);
      expect(result.warnings.join("\n")).toContain("could not be removed (it is busy)");
    } finally {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
      rmSync(temporary, { recursive: true, force: true });
    }
  });

  test("don't take a repository around the copy for the folder's own", async () => {
    const repository = mkdtempSync(join(tmpdir(), "rostrum-repository-"));
    chmodSync(repository, 0o755);
    execFileSync("git", ["init", "-q"], { cwd: repository });
    // Git ignores repositories of others, and the checks of root run as nobody.
    if (process.getuid?.() === 0) execFileSync("chown", ["-R", "65534", repository]);
    vi.stubEnv("TMPDIR", repository);
    try {
      const verify: VerifyRule = { tests: "test -e new.js", folder: project };
      // Git reads the paths of its own patches from the top of a repository.
      const patch = [
        "diff --git a/new.js b/new.js",
        "new file mode 100644",
        "--- /dev/null",
        "+++ b/new.js",
        "@@ -0,0 +1 @@",
        "+1;",
      ].join("\n");
      const section = JSON.stringify({ answer: patch });
      const result = await panel([section, section], verify, kind).run("?");
      expect(result.rounds[0]?.positions[0]).toMatchObject({ verdict: "ok" });
    } finally {
      vi.unstubAllEnvs();
      rmSync(repository, { recursive: true, force: true });
    }
  });
});

describe("a checker without a program", () => {
  const kind = { answer: text({ similarity: 1 }), compare: "rules" } as const;
  const verdicts = async (
    replies: string[],
    verify: VerifyRule,
    more: Partial<DebateConfig> = {},
    question: Parameters<Debate["run"]>[0] = "?",
  ): Promise<unknown> =>
    (await panel(replies, verify, { ...kind, ...more }).run(question)).rounds[0]?.positions.map(
      ({ verdict }) => verdict,
    );

  test("computes again what an answer claims to compute", async () => {
    const replies = answers("17 × 23 = 391", "17 × 23 = 381", "391", "3 h × 60 km/h = 180 km");
    expect(await verdicts(replies, { calc: true })).toEqual(["ok", "refuted", "unknown", "ok"]);
  });

  test("checks that an answer fits a schema", async () => {
    const schema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };
    const replies = [
      '{"answer": "{\\"n\\": 1}"}',
      '{"answer": "{\\"n\\": \\"x\\"}"}',
      "Answer: none",
    ];
    expect(await verdicts(replies, { schema })).toEqual(["ok", "refuted", "refuted"]);
  });

  test("looks quotes up in the document that they name", async () => {
    const shape = z.object({
      cites: z.array(z.object({ quote: z.string(), document: z.string() })),
    });
    const reply = (quote: string, document: string): string =>
      JSON.stringify({ answer: { cites: [{ quote, document }] } });
    const replies = [
      reply("the lamp was out", "log"),
      reply("the lamp was out", "letter"),
      reply("the lamp was lit", "log"),
      JSON.stringify({ answer: { cites: [] } }),
    ];
    const context = [
      { document: "log", text: "At two the lamp was out." },
      { document: "letter", text: "No ship came." },
    ];
    const found = await verdicts(
      replies,
      { citations: true },
      { answer: json(shape) as never },
      { text: "?", context },
    );
    expect(found).toEqual(["ok", "refuted", "refuted", "unknown"]);
  });

  test("doesn't end the debate by what it finds, because that doesn't make an answer right", async () => {
    const result = await panel(answers("2 + 2 = 4", "5", "5"), { calc: true }, kind).run("?");
    expect(result).toMatchObject({ answer: "5", stopReason: "max_rounds" });
  });
});

describe("a checker that selects", () => {
  const command = judge("process.exit(answer === '42' ? 0 : 1)");
  const price = (usd: number): { price: { input: number; output: number } } => ({
    price: { input: usd, output: usd },
  });

  test("asks the cheapest member first, and nobody after an answer that passes", async () => {
    const models = [41, 42, 43].map((value) => scripted(answers(value), { repeatLast: true }));
    const [dear, middle, cheap] = models;
    const debate = new Debate({
      debaters: [
        { model: dear!, ...price(9) },
        { model: middle!, ...price(3) },
        { model: cheap!, ...price(1) },
      ],
      answer: number(),
      verify: { command, select: true },
    });
    expect((await debate.plan("?")).calls.min).toBe(1);
    const result = await debate.run("?");
    expect(result).toMatchObject({ answer: 42, stopReason: "verified", usage: { calls: 2 } });
    expect(result.rounds[0]?.positions.map(({ status }) => status)).toEqual([
      "not_asked",
      "spoke",
      "spoke",
    ]);
    expect(dear!.requests).toHaveLength(0);
    expect(result.integrity.degraded).toBe(false);
  });

  test("asks those again whose answer fails, even if all agree on it", async () => {
    const models = [
      scripted(answers(41, 42), { repeatLast: true }),
      scripted(answers(41, 41), { repeatLast: true }),
    ];
    const debate = new Debate({
      debaters: models,
      answer: number(),
      rounds: 1,
      verify: { command, select: true },
    });
    const result = await debate.run("?");
    expect(result).toMatchObject({ answer: 42, stopReason: "verified" });
    expect(result.rounds).toHaveLength(2);
  });

  test("passes over a member that fails", async () => {
    const debate = new Debate({
      debaters: [
        () => {
          throw new Error("down");
        },
        scripted(answers(42)),
      ],
      answer: number(),
      limits: { retries: 0 },
      verify: { command, select: true },
    });
    expect(await debate.run("?")).toMatchObject({ answer: 42, stopReason: "verified" });
  });
});

describe("what a checker said", () => {
  test.each<[string, VerifyRule<number>]>([
    ["a program", { command: judge("console.log(process.hrtime.bigint()); process.exit(1)") }],
    ["a function", { check: () => ({ verdict: "refuted", says: String(performance.now()) }) }],
  ])("is kept: a run that was cut off goes on from it, if it is %s", async (_name, verify) => {
    const journal = memoryJournal();
    const leave = new AbortController();
    const late = ({ round }: ModelRequest): string => {
      if (round === 1) leave.abort();
      return "Answer: 40";
    };
    const config = { journal, rounds: 1, stop: "never" as const };
    const debaters = [...answers(41, 42).map((said) => () => said), late];
    const first = new Debate({ ...config, debaters, answer: number(), verify });
    await expect(first.run("?", { id: "x", signal: leave.signal })).rejects.toThrow();
    const [told] = (await journal.read("x"))!.events.flatMap((event) =>
      event.type === "debate.round_completed" ? [event.checks] : [],
    );
    const again = await first.run("?", { id: "x" });
    expect(again.rounds[0]?.positions.map(({ check }) => check)).toEqual(told);
  });

  test("is replayed without running the program", async () => {
    const journal = memoryJournal();
    const command = judge("console.log(process.hrtime.bigint()); process.exit(1)");
    const debate = panel(answers(41, 42), { command }, { journal });
    const first = await debate.run("?", { id: "x" });
    const again = await debate.replay("x", { decide: "weighted" });
    expect(again.rounds).toEqual(first.rounds);
    const other = panel(answers(41, 42), { command: judge("process.exit(1)") }, { journal });
    expect(
      (await other.replay("x", { decide: "weighted" })).rounds[0]?.positions[0]?.check,
    ).toBeUndefined();
  });
});

describe("a config with a checker", () => {
  const check = (verify: unknown, more: object = {}): (() => unknown) => {
    const config = { debaters: ["embedded/xs", "embedded/xs"], answer: "number", verify, ...more };
    return () => new Debate(config as never);
  };

  test.each<[unknown, RegExp]>([
    [{}, /verify: expected a function/],
    [{ command: [] }, /verify\.command: expected a list with a program/],
    [{ command: ["x"], calc: true }, /verify: expected one way to check/],
    [{ command: "x" }, /verify\.command/],
    [{ tests: " " }, /verify\.tests: expected a command line/],
    [{ tests: "x", worktree: false }, /verify\.worktree: expected true/],
    [{ calc: true, file: "x" }, /verify\.file: expected nothing/],
    [{ calc: true, loc: true }, /did you mean "lock"/],
    [{ command: ["x"], select: true, lock: false }, /verify\.lock: expected true/],
    [{ schema: {} }, /verify\.schema/],
    [7, /verify: expected a function/],
  ])("%j is refused with what was expected", (verify, message) => {
    expect(check(verify)).toThrow(message);
  });

  test("has no poll next to a checker that selects", () => {
    expect(check({ calc: true, select: true }, { poll: "lead:2" })).toThrow(
      /poll: expected nothing/,
    );
  });
});
