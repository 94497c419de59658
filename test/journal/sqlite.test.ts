import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Debate, JournalMismatchError } from "../../packages/rostrum/src/index.ts";
import {
  defaultJournalPath,
  sqliteJournal,
  type SqliteJournalOptions,
} from "../../packages/runtime/src/journal/index.ts";
import { openSqliteJournal } from "../../packages/runtime/src/journal/sqlite/journal.ts";
import { identifyProcess, type Owner } from "../../packages/runtime/src/journal/sqlite/owner.ts";
import { VERSION } from "../../packages/runtime/src/journal/sql/migrations.ts";
import type { JournalRun } from "../../packages/core/src/protocol/journal.ts";
import type { RunStore } from "../../packages/runtime/src/journal/run-store.ts";
import { rejection } from "../support/outcomes.ts";
import { scripted } from "../../packages/runtime/src/testing/index.ts";
import { handOver } from "../../packages/core/src/debate/deciding/conclude.ts";
import { answering, panelSaying } from "../support/panel.ts";

let folder = "";
let path = "";
const open: RunStore[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rostrum-sqlite-"));
  path = join(folder, "runs.db");
});

afterEach(async () => {
  for (const journal of open.splice(0)) await journal.close();
  rmSync(folder, { recursive: true, force: true });
});

function journalAt(file = path, options: SqliteJournalOptions = {}): RunStore {
  const journal = sqliteJournal(file, options);
  open.push(journal);
  return journal;
}

const OUTCOME = { reply: { text: "hello" }, attempts: 1, usage: {}, costUsd: null };

async function keepOneStep(journal: RunStore, id = "run"): Promise<JournalRun> {
  const run = await journal.open(id, {});
  await run.stepStarted("a", "h");
  await run.stepFinished("a", OUTCOME);
  return run;
}

/** A closed journal with one run in it. */
async function written(): Promise<void> {
  const journal = sqliteJournal(path);
  await (await keepOneStep(journal)).close("completed");
  await journal.close();
}

function bytesOf(...files: string[]): string {
  return files.map((file) => readFileSync(join(folder, file)).toString("latin1")).join("");
}

describe.skipIf(process.platform === "win32")("what others may see", () => {
  const modeOf = (file: string): number => statSync(file).mode & 0o777;

  test("a new file and those beside it are the owner's alone, and so is a new folder", async () => {
    const file = join(folder, "deep", "er", "runs.db");
    const run = await keepOneStep(journalAt(file));
    for (const end of ["", "-wal", "-shm"]) expect(modeOf(file + end)).toBe(0o600);
    expect(modeOf(join(folder, "deep"))).toBe(0o700);
    expect(modeOf(join(folder, "deep", "er"))).toBe(0o700);
    await run.close("running");
  });

  test("a file that was open to others is closed to them", async () => {
    await written();
    chmodSync(path, 0o644);
    await journalAt().read("run");
    expect(modeOf(path)).toBe(0o600);
  });
});

describe("a file that can't be used", () => {
  async function refusal(
    options: SqliteJournalOptions = {},
  ): Promise<{ code: string; message: string }> {
    const journal = journalAt(path, options);
    const reading = await rejection(journal.read("run"));
    const error = await rejection(journal.open("run", {}));
    expect(error).toMatchObject({ name: "JournalError", code: reading.code });
    expect(error.message).toContain(`${path}: expected `);
    await journal.close();
    return error;
  }

  async function untouched(check: () => Promise<void>): Promise<void> {
    const before = bytesOf("runs.db");
    await check();
    expect(bytesOf("runs.db")).toBe(before);
    expect(readdirSync(folder)).toEqual(["runs.db"]);
  }

  test.each([0, VERSION + 1])("of version %i", async (version) => {
    await written();
    const db = new DatabaseSync(path);
    db.exec(`PRAGMA user_version = ${version}`);
    db.close();
    await untouched(async () => {
      const { code, message } = await refusal();
      expect(code).toBe("journal_version");
      expect(message).toContain(`version ${VERSION} or below, got version ${version}`);
      expect(message).toContain("made by another version of rostrum");
      expect(message).toContain("open it with that version, or use another path");
    });
  });

  test.each([
    { what: "half of it", size: (all: number): number => Math.floor(all / 2) },
    { what: "one byte less", size: (all: number): number => all - 1 },
    { what: "less than a header", size: (): number => 50 },
  ])("truncated to $what", async ({ size }) => {
    await written();
    truncateSync(path, size(statSync(path).size));
    await untouched(async () => {
      expect((await refusal()).code).toBe("journal_damaged");
    });
  });

  test("overwritten in the middle", async () => {
    await written();
    const bytes = readFileSync(path);
    bytes.fill(0xa5, 4096);
    writeFileSync(path, bytes);
    await untouched(async () => {
      expect((await refusal()).code).toBe("journal_damaged");
    });
  });

  test("no database at all", async () => {
    writeFileSync(path, "Dear diary, ".repeat(1000));
    await untouched(async () => {
      expect((await refusal()).code).toBe("journal_damaged");
    });
  });

  test("another program's database", async () => {
    const db = new DatabaseSync(path);
    db.exec("CREATE TABLE bookmarks (url TEXT)");
    db.close();
    await untouched(async () => {
      const { code, message } = await refusal();
      expect(code).toBe("journal_foreign");
      expect(message).toContain("another program's SQLite database");
    });
  });

  test("a folder", async () => {
    mkdirSync(path);
    expect((await refusal()).code).toBe("journal_unavailable");
  });

  test("locked by another process, and usable as soon as it lets go", async () => {
    await written();
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    const journal = journalAt(path, { busyTimeoutMs: 20 });
    const error = await rejection(journal.open("run", {}));
    expect(error).toMatchObject({ name: "JournalError", code: "journal_locked" });
    expect(error.message).toContain("another process keeps the file locked");
    expect((await journal.read("run"))?.steps.size).toBe(1);
    other.exec("ROLLBACK");
    other.close();
    await (await journal.open("run", {})).close("completed");
  });

  test("what kept it from opening may go away", async () => {
    writeFileSync(path, "Dear diary");
    const journal = journalAt();
    await rejection(journal.read("run"));
    rmSync(path);
    expect(await journal.read("run")).toBeUndefined();
  });
});

describe("one owner a run", () => {
  const here = identifyProcess();
  const elsewhere: Owner = { place: "another machine", pid: 1, started: "1" };

  interface Clock {
    looks: number;
    elapsed(): number;
  }

  /** An hour goes by whenever somebody looks at it. */
  function fastClock(onLook: (looks: number) => void = () => undefined): Clock {
    const clock = {
      looks: 0,
      elapsed() {
        clock.looks += 1;
        onLook(clock.looks);
        return clock.looks * 3_600_000;
      },
    };
    return clock;
  }

  function journalOf(owner: Owner, clock: Clock = fastClock()): RunStore {
    const world = { here: owner, now: Date.now, elapsed: () => clock.elapsed() };
    const journal = openSqliteJournal(world, path, { leaseMs: 60_000 });
    open.push(journal);
    return journal;
  }

  test.skipIf(process.platform === "win32")(
    "a dead process on this machine is taken over at once",
    async () => {
      const { pid } = spawnSync(process.execPath, ["-e", "0"]);
      const first = await keepOneStep(journalOf({ ...here, pid, started: "1" }));
      const clock: Clock = { looks: 0, elapsed: () => 0 };
      const second = await journalOf(here, clock).open("run", {});
      expect(second.stored.steps.size).toBe(1);
      await expect(first.stepStarted("b", "h")).rejects.toMatchObject({ code: "journal_lost" });
      await expect(first.close("completed")).rejects.toMatchObject({ code: "journal_lost" });
      await second.stepStarted("c", "h");
      await second.close("completed");
      const stored = await journalAt().read("run");
      expect([...(stored?.steps.keys() ?? [])]).toEqual(["a", "c"]);
    },
  );

  test.skipIf(here.started === null)("a pid that another process has now is nobody's", async () => {
    await keepOneStep(journalOf({ ...here, started: "1" }));
    const second = await journalOf(here).open("run", {});
    await second.close("running");
  });

  test.skipIf(here.started === null)(
    "a live process on this machine keeps its run, however silent",
    async () => {
      const first = await keepOneStep(journalOf(here));
      const order: string[] = [];
      const clock = fastClock((looks) => {
        if (looks !== 6) return;
        order.push("first gives it up");
        void first.close("completed");
      });
      const second = await journalOf(here, clock).open("run", {});
      order.push("second has it");
      expect(order).toEqual(["first gives it up", "second has it"]);
      expect(second.stored.status).toBe("completed");
      await second.close("completed");
    },
  );

  test("a silent owner elsewhere loses its run after its lease, and can't write any more", async () => {
    const first = await keepOneStep(journalOf(elsewhere));
    const second = await journalOf(here).open("run", {});
    await second.stepStarted("b", "h");
    await expect(first.stepFinished("a", OUTCOME)).rejects.toMatchObject({ code: "journal_lost" });
    await expect(first.appendEvents([])).resolves.toBeUndefined();
    await second.close("running");
  });

  test("an owner elsewhere keeps its run as long as its heart beats", async () => {
    const first = await keepOneStep(journalOf(elsewhere));
    const raw = new DatabaseSync(path);
    const clock = fastClock((looks) => {
      raw.exec("UPDATE leases SET beat = beat + 1");
      if (looks === 6) void first.close("completed");
    });
    const second = await journalOf(here, clock).open("run", {});
    expect(second.stored.status).toBe("completed");
    await second.close("completed");
    raw.close();
  });

  test("a heart beats while a run is held", async () => {
    const journal = journalAt(path, { leaseMs: 60 });
    const run = await keepOneStep(journal);
    const raw = new DatabaseSync(path);
    const beat = (): unknown => raw.prepare("SELECT beat FROM leases").get()?.["beat"];
    const first = beat();
    await expect.poll(beat, { interval: 10 }).not.toBe(first);
    raw.close();
    await run.close("running");
  });

  test("closing a journal gives its runs free, and ends the waiting of others", async () => {
    const journal = journalAt();
    const run = await keepOneStep(journal);
    const waiting = rejection(journal.open("run", {}));
    await journal.close();
    expect((await waiting).code).toBe("journal_closed");
    await expect(run.stepStarted("b", "h")).rejects.toMatchObject({ code: "journal_closed" });
    expect((await rejection(journal.read("run"))).code).toBe("journal_closed");
    const next = await journalAt().open("run", {});
    expect(next.stored).toMatchObject({ status: "running" });
    await next.close("running");
  });
});

describe("what is private", () => {
  const SECRET = "sk-live-0123456789abcdef";

  test("keys and headers a client leaves in a reply or an error never reach the file", async () => {
    const talkative = (): object => ({
      text: "Answer: 4",
      usage: { inputTokens: 1, outputTokens: 1, raw: { authorization: SECRET } },
      headers: { authorization: `Bearer ${SECRET}` },
      request: { headers: { "x-api-key": SECRET } },
    });
    const failing = (): never => {
      throw Object.assign(
        new Error(`401 Incorrect API key provided: ${SECRET}. authorization: Bearer ${SECRET}`),
        {
          status: 401,
          responseHeaders: { authorization: SECRET },
        },
      );
    };
    const journal = journalAt();
    const debate = new Debate({
      debaters: [talkative as () => { text: string }, talkative as () => { text: string }, failing],
      rounds: 0,
      journal,
    });
    const result = await debate.run("2+2?", { id: "run" });
    expect(result.integrity.dropped).toHaveLength(1);
    expect(
      (await journal.read("run"))?.steps.get("run__debater_2_round_0")?.outcome?.error,
    ).toContain("[key]");
    expect(bytesOf("runs.db", "runs.db-wal")).not.toContain(SECRET);
    // Read back, the run says what it said at first.
    expect(await debate.run("2+2?", { id: "run" })).toEqual(result);
  });

  test("the same for what a check or a listener throws", async () => {
    const boom = (): never => {
      throw new Error(`refused: ${SECRET}`);
    };
    const journal = journalAt();
    const debate = new Debate({ debaters: () => "Answer: 4", rounds: 0, verify: boom, journal });
    const result = await debate.run("2+2?", { id: "run", onEvent: boom });
    expect(result.integrity.missing).toHaveLength(1);
    expect(result.warnings.join()).toContain("onEvent");
    expect(bytesOf("runs.db", "runs.db-wal")).not.toContain(SECRET);
  });

  test("redact: no word of question or reply is written, and the run can be shown but not taken up", async () => {
    const words = "the mermaid of Antwerp";
    const panel = panelSaying(answering(words, 0.9), answering(words, 0.8));
    const journal = journalAt(path, { redact: true });
    const config = { debaters: panel, rounds: 0, journal };
    const question = { text: `Who is ${words}?`, context: `${words}, a story` };
    const result = await new Debate(config).run(question, { id: "run" });
    expect(result.answer).toBe(words);
    expect(bytesOf("runs.db", "runs.db-wal")).not.toContain("mermaid");

    const { runs } = await journal.list();
    expect(runs).toMatchObject([
      {
        id: "run",
        question: "[redacted]",
        answer: "[redacted]",
        status: "completed",
        calls: 2,
        panel: ["debater_0", "debater_1"],
      },
    ]);
    expect(await journal.read("run")).toMatchObject({ redacted: true, inputs: {} });
    const debate = new Debate(config);
    for (const take of [
      () => debate.run(question, { id: "run" }),
      () => debate.replay("run", { decide: "weighted" }),
      () => debate.replay("run"),
      () => debate.fork("run", { fromRound: 1 }),
    ]) {
      expect(await rejection(take())).toMatchObject({
        name: "JournalError",
        code: "journal_redacted",
      });
    }
  });

  test("redact: nothing that a model gave to a tool or got from one is written, under any key", async () => {
    const asked = {
      name: "mermaid",
      code: "mermaid",
      deep: [{ model: "mermaid", count: "mermaid" }],
    };
    const results = [{ source: "mermaid", title: "mermaid" }];
    const debater = scripted([
      { text: "", toolCalls: [{ name: "look_up", input: asked }] },
      {
        text: "Answer: yes",
        toolCalls: [{ name: "web_search", input: { by: "mermaid" }, output: results }],
      },
    ]);
    const tools = { look_up: { description: "", execute: () => ({ status: "mermaid" }) } };
    const result = await new Debate({
      debaters: [{ model: debater, tools: tools as never }, ...panelSaying("Answer: yes")],
      rounds: 0,
      journal: journalAt(path, { redact: true }),
    }).run("Is it so?", { id: "run" });
    expect(result.rounds[0]?.positions[0]?.toolCalls).toMatchObject([
      { name: "look_up", input: asked },
      { name: "web_search", output: results },
    ]);
    const bytes = bytesOf("runs.db", "runs.db-wal");
    expect(["look_up", "mermaid"].filter((word) => bytes.includes(word))).toEqual(["look_up"]);
  });

  test("redact: verdicts on swapped sides are answers, whatever their fields are called", async () => {
    const journal = journalAt(path, { redact: true });
    const run = await journal.open("run", {});
    const swap = { held: false, answers: [{ name: "mermaid" }, null] };
    const decided = handOver({} as never);
    await run.appendEvents([{ ...decided, swap, debateId: "run", at: 0, seq: 0 }]);
    await run.close("completed");
    expect((await journal.read("run"))?.events).toMatchObject([
      { method: "handed_over", swap: { held: false, answers: ["[redacted]", null] } },
    ]);
  });

  test("redact with a function: what it returns is written", async () => {
    const panel = panelSaying(answering("call 0123 456"), answering("call 0123 456"));
    const journal = journalAt(path, { redact: (text) => text.replaceAll(/\d/g, "#") });
    const { answer } = await new Debate({ debaters: panel, rounds: 0, journal }).run(
      "Which number, 99?",
      { id: "run" },
    );
    expect(answer).toBe("call 0123 456");
    expect((await journal.list()).runs[0]).toMatchObject({
      question: "Which number, ##?",
      answer: "call #### ###",
    });
    expect(bytesOf("runs.db", "runs.db-wal")).not.toContain("0123 456");
  });

  test("what is removed is gone from the file too", async () => {
    const journal = journalAt();
    const run = await journal.open("run", {});
    await run.stepStarted("a", "h");
    await run.stepFinished("a", {
      ...OUTCOME,
      reply: { text: "the mermaid of Antwerp ".repeat(500) },
    });
    await run.close("completed");
    expect(bytesOf("runs.db-wal")).toContain("mermaid");
    await journal.remove("run");
    expect(bytesOf("runs.db", "runs.db-wal")).not.toContain("mermaid");
  });
});

test("retention: runs nobody has written to for so long are removed on opening, and hourly", async () => {
  const day = 24 * 60 * 60 * 1000;
  let now = Date.now();
  const journal = openSqliteJournal(
    { here: identifyProcess(), now: () => now, elapsed: () => 0 },
    path,
    {
      retentionDays: 7,
    },
  );
  open.push(journal);
  await (await keepOneStep(journal, "old")).close("completed");
  now += 4 * day;
  await (await keepOneStep(journal, "newer")).close("completed");
  now += 4 * day;
  expect(await journal.read("old")).toBeUndefined();
  expect((await journal.list()).runs.map(({ id }) => id)).toEqual(["newer"]);
});

test("the same id with other inputs: the error names what differs", async () => {
  const journal = journalAt();
  const config = { debaters: panelSaying("Answer: 4", "Answer: 4"), rounds: 0, journal };
  await new Debate(config).run("2+2?", { id: "run" });
  const error = await rejection(new Debate({ ...config, seed: 7 }).run("2+3?", { id: "run" }));
  expect(error).toBeInstanceOf(JournalMismatchError);
  expect(error).toMatchObject({ differs: ["question", "seed"] });
  expect(await journal.remove("run")).toBe(true);
});

test("options that mean nothing are refused", () => {
  expect(() => sqliteJournal("")).toThrow(/path: expected the path of a file/);
  expect(() => sqliteJournal(":memory:")).toThrow(/memoryJournal/);
  expect(() => sqliteJournal(path, { leaseMs: 1 })).toThrow(
    /leaseMs: expected a number of at least 50, got 1/,
  );
  expect(() => sqliteJournal(path, { retention: 1 } as SqliteJournalOptions)).toThrow(
    /retention: unknown option/,
  );
});

test("the default path is in the home folder, or where ROSTRUM_HOME says", () => {
  expect(defaultJournalPath({ ROSTRUM_HOME: folder })).toBe(path.replace("runs.db", "rostrum.db"));
  expect(defaultJournalPath({})).toMatch(/[/\\]\.rostrum[/\\]rostrum\.db$/);
});

test("SQLite is loaded with the first use, not with the import", () => {
  const index = new URL("../../packages/runtime/src/journal/index.ts", import.meta.url).href;
  const script = `
    const { sqliteJournal } = await import(${JSON.stringify(index)});
    const loaded = () => process.moduleLoadList.some((name) => name.includes("sqlite"));
    const journal = sqliteJournal(${JSON.stringify(path)});
    console.log(loaded());
    await journal.read("x");
    console.log(loaded());
  `;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  expect(output).toBe("false\ntrue\n");
});
