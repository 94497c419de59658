import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Debate, type RunStore } from "rostrum";
import { postgresJournal } from "rostrum/postgres";
import { createServer, hashToken, newToken } from "rostrum/server";
import { rejection } from "../support/outcomes.ts";
import { gate } from "../server/support/models.ts";
import { DATABASE, journalIn, newSchema } from "./support/journals.ts";
import { postgresServer } from "./support/server.ts";

const PASSWORD = "p4ss:word@secret";

function journalAt(url: string): RunStore {
  const journal = postgresJournal(url, { retryMs: 0 });
  onTestFinished(() => journal.close());
  return journal;
}

describe.skipIf(DATABASE === "")("a database in trouble", () => {
  const { hostname, port } = new URL(DATABASE || "postgres://h:1/d");
  const secret = encodeURIComponent(PASSWORD);

  test.each([
    ["a wrong password", `postgres://postgres:${secret}@${hostname}:${port}/postgres`, /password/],
    ["nobody who listens", `postgres://postgres:${secret}@127.0.0.1:1/postgres`, /server runs/],
  ])("%s is said in plain words, and the password never", async (_what, url, words) => {
    const error = await rejection(journalAt(url).list());
    expect(error).toMatchObject({ name: "JournalError", code: "journal_unavailable" });
    expect(error.message).toMatch(words);
    expect(error.message).toContain(`postgres://postgres@${hostname}`);
    const everything = `${error.message} ${error.stack} ${String(error.cause)} ${JSON.stringify(error)}`;
    for (const form of [PASSWORD, secret, "p4ss"]) expect(everything).not.toContain(form);
  });

  test("a database that isn't there says how to make it", async () => {
    const url = new URL(DATABASE);
    url.pathname = "/nowhere";
    const error = await rejection(journalAt(url.href).list());
    expect(error.message).toContain("createdb");
    expect(error.message).not.toContain(url.password);
  });

  test("a database that can't take every sign is refused before anything is paid for", async () => {
    const { default: postgres } = await import("postgres");
    const admin = postgres(DATABASE, { max: 1 });
    onTestFinished(() => admin.end());
    const name = `latin_${Date.now()}`;
    await admin.unsafe(
      `CREATE DATABASE ${name} ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'`,
    );
    const url = new URL(DATABASE);
    url.pathname = `/${name}`;
    const journal = journalAt(url.href);
    const model = gate("4");
    const debate = new Debate({ debaters: [model.model, model.model], rounds: 0, journal });
    const error = await rejection(debate.run("2+2?"));
    expect(error).toMatchObject({ code: "journal_unavailable" });
    expect(error.message).toContain("expected a database in UTF-8");
    expect(model.requests).toEqual([]);
    await journal.close();
    await admin.unsafe(`DROP DATABASE ${name}`);
  });

  test("a password with signs that are not escaped is not shown, and the error says how to escape", async () => {
    const error = await rejection(journalAt(`postgres://u:p4ss@a:w/o?r#d@${hostname}/db`).list());
    expect(error.message).toContain("@ is %40");
    expect(error.message).not.toMatch(/p4ss|w\/o|r#d/);
  });

  test("a restarted database: the debate waits for it, goes on, and pays for nothing twice", async () => {
    const server = await postgresServer();
    onTestFinished(() => server.end());
    const journal = postgresJournal(server.url);
    onTestFinished(() => journal.close());
    const held = gate("4");
    const followed = Promise.withResolvers<void>();
    const debate = new Debate({ debaters: [held.model, held.model], rounds: 0, journal });
    const running = debate.run("2+2?", { id: "run" });
    await held.asked(2);
    journal.peers?.follow("run", { changed: () => followed.resolve(), deltas: () => undefined });
    await followed.promise;
    await server.stop();
    held.open();
    await server.start();
    const result = await running;
    expect(result).toMatchObject({ answer: "4", usage: { calls: 2 } });
    expect(held.requests).toHaveLength(2);
    expect((await journal.read("run"))?.status).toBe("completed");
    expect(await debate.run("2+2?", { id: "run" })).toEqual(result);
  });

  test("after a restart of the database, processes hear each other again", async () => {
    const server = await postgresServer();
    onTestFinished(() => server.end());
    const [owner, other] = [postgresJournal(server.url), postgresJournal(server.url)];
    onTestFinished(async () => {
      await Promise.all([owner.close(), other.close()]);
    });
    const run = await owner.open("run", {});
    owner.peers?.join({ act: async (_id, act) => act, followed: () => undefined });
    const ask = async (): Promise<unknown> => other.peers?.ask("run", "hello", 500);
    await expect.poll(ask).toBe("hello");
    await server.stop();
    await expect
      .poll(async () =>
        other.list().then(
          () => "there",
          () => "away",
        ),
      )
      .toBe("away");
    await server.start();
    await expect.poll(() => ask().catch(() => "away")).toBe("hello");
    await run.close("running");
  });

  test("a database that stays away ends the debate with everything that was paid for", async () => {
    const server = await postgresServer();
    onTestFinished(() => server.end());
    const journal = postgresJournal(server.url, { retryMs: 200 });
    onTestFinished(() => journal.close());
    const held = gate("4");
    const debate = new Debate({ debaters: [held.model, held.model], rounds: 1, journal });
    const running = rejection(debate.run("2+2?", { id: "run" }));
    await held.asked(2);
    await server.stop();
    held.open();
    const error = await running;
    expect(error).toMatchObject({ name: "JournalError", code: "journal_unavailable" });
    expect(error.message).toContain("server runs");
    expect(held.requests).toHaveLength(2);
  });

  describe("for good", () => {
    let server: Awaited<ReturnType<typeof postgresServer>>;
    // Not in the test, which has little time.
    beforeAll(async () => {
      server = await postgresServer();
    });
    afterAll(() => server?.end());

    test("a database that stays away is waited for once, however much is left to write", async () => {
      const journal = postgresJournal(server.url, { retryMs: 4000 });
      onTestFinished(() => journal.close());
      const held = gate("4");
      const token = newToken();
      const { app, close } = createServer({
        panels: { held: { debaters: [held.model, held.model], rounds: 1 } },
        journal,
        auth: { tokens: [{ user: "ada", hash: hashToken(token), budget: { calls: 100 } }] },
        webhooks: [{ name: "ops", url: "http://127.0.0.1:9", secret: "s".repeat(24) }],
      });
      onTestFinished(close);
      const ask = async (): Promise<Response> =>
        app.request("http://127.0.0.1/v1/chat/completions", {
          method: "POST",
          headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
          body: JSON.stringify({ model: "held", messages: [{ role: "user", content: "2+2?" }] }),
        });
      const running = ask();
      await held.asked(2);
      await server.stop();
      held.open();
      // Reservations, steps, events, messages and the end: each of them would wait for four seconds.
      expect((await running).status).toBe(503);
      expect((await ask()).status).toBe(503);
      // The limit of time is what is tested.
    }, 20_000);
  });
});

describe.skipIf(DATABASE === "")("what is stored", () => {
  test("texts that a text column doesn't take are listed and found all the same", async () => {
    const journal = journalIn(newSchema());
    const answer = "a\u0000b\ud800c";
    const debate = new Debate({ debaters: () => `Answer: ${answer}`, rounds: 0, journal });
    await debate.run(`Which \u0000 of \ud800 these?`, { id: "odd" });
    const { runs } = await journal.list({ search: "WHICH \u0000" });
    expect(runs).toMatchObject([{ id: "odd", question: "Which \uFFFD of \uFFFD these?" }]);
    expect((await journal.eventsFrom("odd", 0))?.[0]).toMatchObject({
      question: "Which \u0000 of \ud800 these?",
    });
  });

  test("redact: no word of question or reply reaches the database", async () => {
    const schema = newSchema();
    const journal = journalIn(schema, { redact: true });
    const debate = new Debate({ debaters: () => "Answer: mermaid", rounds: 0, journal });
    await debate.run("Who is the mermaid?", { id: "run" });
    const { statement } = await import("./support/journals.ts");
    for (const table of ["runs", "steps", "events"]) {
      const rows = await statement(`SELECT t::text AS row FROM ${schema}.${table} t`);
      expect(JSON.stringify(rows)).not.toContain("mermaid");
    }
    expect(await rejection(debate.run("Who is the mermaid?", { id: "run" }))).toMatchObject({
      code: "journal_redacted",
    });
  });
});
