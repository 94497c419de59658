import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Debate, sqliteJournal } from "rostrum";
import { expect, onTestFinished, test } from "vitest";
import { VERSION } from "../../packages/runtime/src/journal/sql/migrations.ts";
import { gate, says } from "../server/support/models.ts";
import { newHome, type Home } from "./support/home.ts";
import { rostrum } from "./support/rostrum.ts";

interface Places {
  home: Home & Disposable;
  path: string;
  copy: string;
  run(...args: string[]): ReturnType<typeof rostrum>;
}

function places(): Places {
  const home = newHome();
  onTestFinished(() => home[Symbol.dispose]());
  return {
    home,
    path: join(home.folder, "runs.db"),
    copy: join(home.folder, "copy.db"),
    run: (...args) => rostrum(home, args),
  };
}

test("a journal is copied while a debate writes to it, and the copy is whole and private", async () => {
  const { path, copy, run } = places();
  const journal = sqliteJournal(path);
  onTestFinished(() => journal.close());
  const held = gate("4");
  const done = new Debate({ debaters: [says("1"), says("1")], rounds: 0, journal });
  await done.run("One?", { id: "one" });
  const debate = new Debate({ debaters: [held.model, held.model], rounds: 0, journal });
  const running = debate.run("2+2?", { id: "two" });
  await held.asked(2);
  const said = await run("backup", copy, "--journal", path);
  expect(said).toMatchObject({ code: 0, stderr: expect.stringContaining("2 runs") });
  held.open();
  await running;
  expect(statSync(copy).mode & 0o777).toBe(0o600);

  // Restored elsewhere, the run that was under way goes on from there.
  const other = join(copy, "..", "restored.db");
  expect((await run("restore", copy, "--journal", other)).code).toBe(0);
  const restored = sqliteJournal(other);
  onTestFinished(() => restored.close());
  expect((await restored.list()).runs.map(({ id, status }) => [id, status])).toEqual([
    ["two", "running"],
    ["one", "completed"],
  ]);
  const again = new Debate({ debaters: [held.model, held.model], rounds: 0, journal: restored });
  expect(await again.run("2+2?", { id: "two" })).toMatchObject({ answer: "4" });
});

test("a backup replaces a journal that nobody uses, which is kept, and one that is in use stays", async () => {
  const { path, copy, run } = places();
  const journal = sqliteJournal(path);
  const panel = new Debate({ debaters: [says("1"), says("1")], rounds: 0, journal });
  await panel.run("One?", { id: "one" });
  expect((await run("backup", copy, "--journal", path)).code).toBe(0);
  await panel.run("Two?", { id: "two" });
  const refused = await run("restore", copy, "--journal", path);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("one has it open") });
  expect((await journal.list()).runs).toHaveLength(2);
  await journal.close();
  const said = await run("restore", copy, "--journal", path);
  expect(said.code).toBe(0);
  const kept = /is now (\S+)/.exec(said.stderr)?.[1] ?? "";
  const idsIn = async (place: string): Promise<string[]> => {
    const store = sqliteJournal(place);
    const { runs } = await store.list();
    await store.close();
    return runs.map(({ id }) => id);
  };
  expect(await idsIn(path)).toEqual(["one"]);
  expect(await idsIn(kept)).toEqual(["two", "one"]);
});

test("what is no backup, a damaged one, one of a later version or a file in the way is refused, and changes nothing", async () => {
  const { home, path, copy, run } = places();
  const journal = sqliteJournal(path);
  await new Debate({ debaters: [says("1"), says("1")], rounds: 0, journal }).run("Q?", {
    id: "one",
  });
  await journal.close();
  expect((await run("backup", copy, "--journal", path)).code).toBe(0);
  expect((await run("backup", copy, "--journal", path)).stderr).toContain("does not exist yet");

  const before = readFileSync(path);
  const attempt = async (file: string): Promise<string> => {
    const said = await run("restore", file, "--journal", path);
    expect(said.code).toBe(1);
    expect(readFileSync(path).equals(before)).toBe(true);
    return said.stderr;
  };
  const later = join(home.folder, "later.db");
  copyFileSync(copy, later);
  const db = new DatabaseSync(later);
  db.exec(`PRAGMA user_version = ${VERSION + 1}`);
  db.close();
  expect(await attempt(later)).toContain(`version ${VERSION + 1}`);

  const foreign = join(home.folder, "foreign.db");
  const other = new DatabaseSync(foreign);
  other.exec("CREATE TABLE invoices (id INTEGER)");
  other.close();
  expect(await attempt(foreign)).toContain("another program's");

  const broken = join(home.folder, "broken.db");
  const bytes = readFileSync(copy);
  bytes.fill(7, 4096, 3 * 4096);
  writeFileSync(broken, bytes);
  expect(await attempt(broken)).not.toBe("");
  expect(await attempt(join(home.folder, "nowhere.db"))).toContain("no such file");
  expect(existsSync(join(home.folder, "nowhere.db"))).toBe(false);
  const address = "postgres://u:p4ss@127.0.0.1/db";
  const database = await run("backup", join(home.folder, "x"), "--journal", address);
  expect(database.stderr).toContain("pg_dump");
  expect(database.stderr).not.toContain("p4ss");
});

test("a folder that doesn't exist is named, and not the journal", async () => {
  const { path, home, run } = places();
  const journal = sqliteJournal(path);
  await journal.list();
  await journal.close();
  const target = join(home.folder, "nowhere", "copy.db");
  const { code, stderr } = await run("backup", target, "--journal", path);
  expect(code).toBe(1);
  expect(stderr).toContain(`${target}: expected a file in a folder that exists`);
  expect(stderr).not.toContain("runs.db");
});

// Only root can give a file to somebody else.
test.skipIf(process.getuid?.() !== 0)(
  "what root restores or adds a token to still belongs to the service's user",
  async () => {
    const { home, path, copy, run } = places();
    const service = { uid: 1234, gid: 2345 };
    const journal = sqliteJournal(path);
    await new Debate({ debaters: [says("1"), says("1")], rounds: 0, journal }).run("One?");
    await journal.close();
    expect((await run("backup", copy, "--journal", path)).code).toBe(0);
    chownSync(path, service.uid, service.gid);
    chmodSync(path, 0o640);
    expect((await run("restore", copy, "--journal", path)).code).toBe(0);
    expect(statSync(path)).toMatchObject(service);
    expect(statSync(path).mode & 0o777).toBe(0o640);

    // In a folder of the service, new files are the service's too.
    const folder = home.file("service");
    mkdirSync(folder);
    chownSync(folder, service.uid, service.gid);
    const [tokens, restored] = [join(folder, "tokens.json"), join(folder, "runs.db")];
    for (const user of ["ada", "grace"])
      expect((await run("serve", "--new-token", user, "--tokens", tokens)).code).toBe(0);
    expect((await run("restore", copy, "--journal", restored)).code).toBe(0);
    for (const file of [tokens, restored]) {
      expect(statSync(file)).toMatchObject(service);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  },
);
