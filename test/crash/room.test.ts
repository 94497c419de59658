import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sqliteJournal } from "../../packages/rostrum/src/index.ts";
import { program } from "../support/programs.ts";

const SCRIPT = program("one-run");
/** The length of a reply. */
const LONG = 80_000;

interface Ran {
  answer?: string;
  error?: { name: string; code: string; message: string };
  /** Replies in the error's `partial`. */
  replies?: number;
  asked: string[];
  before: string[];
  after: string[];
  /** What the journal says about the run. */
  stored: { status: string; last: { type: string; calls?: { attempts: number }[] } };
}

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "rostrum-room-"));
});

afterEach(() => {
  execFileSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a shell line with `$NODE`, `$SCRIPT`, `$FOLDER`; each line of its output is one run. */
function shell(line: string, options: { uid?: number; gid?: number } = {}): Ran[] {
  const env = {
    ...process.env,
    NODE_OPTIONS: "",
    NODE: process.execPath,
    SCRIPT,
    FOLDER: folder,
  };
  const output = execFileSync("sh", ["-c", line], {
    encoding: "utf8",
    env,
    timeout: 60_000,
    ...options,
  });
  return output
    .trim()
    .split("\n")
    .map((json) => JSON.parse(json) as Ran);
}

function works(line: string, args: readonly string[] = [], options: object = {}): boolean {
  try {
    execFileSync("sh", ["-c", line, ...args], { stdio: "ignore", timeout: 10_000, ...options });
    return true;
  } catch {
    return false;
  }
}

/** The size of a journal without a run. */
async function emptyBytes(): Promise<number> {
  const path = join(folder, "empty.db");
  const journal = sqliteJournal(path);
  await journal.list();
  await journal.close();
  return statSync(path).size;
}

/** What was kept is there after room was made, and isn't paid for again. */
function checkResumed(full: Ran | undefined, resumed: Ran | undefined): void {
  if (!full || !resumed) throw new Error("two runs were expected");
  // There may have been no room for the prompt of a call, which is then not made.
  expect(full.asked.length).toBeGreaterThanOrEqual(full.after.length);
  expect(full.replies, "what was paid for is in `partial`").toBe(full.asked.length);
  // The log has an end that says what was spent, if there was room for it; without one, the run is not over.
  const { status, last } = full.stored;
  expect(status).toBe(last.type === "debate.failed" ? "failed" : "running");
  if (status === "failed") expect(last.calls?.[0]?.attempts).toBeGreaterThan(0);
  expect(resumed.before).toEqual(full.after);
  expect(resumed).toMatchObject({ answer: "7" });
  expect(resumed.asked.filter((stepId) => full.after.includes(stepId))).toEqual([]);
  expect(resumed.after).toHaveLength(8);
}

const canMount = works("unshare -rm sh -c 'mount -t tmpfs -o size=1m none /mnt'");

test.skipIf(!canMount)(
  "a full disk: a clear error, nothing lost, and room is all it takes to go on",
  () => {
    const [full, resumed] = shell(
      `unshare -rm sh -c '
      mount -t tmpfs -o size=540k none "$FOLDER"
      head -c 200000 /dev/zero > "$FOLDER/ballast"
      "$NODE" "$SCRIPT" "$FOLDER/runs.db" ${LONG}
      rm "$FOLDER/ballast"
      mount -o remount,size=8m "$FOLDER"
      "$NODE" "$SCRIPT" "$FOLDER/runs.db" ${LONG}'`,
    );
    expect(full?.error).toMatchObject({ name: "JournalError", code: "journal_full" });
    expect(full?.error?.message).toMatch(
      /runs\.db: expected space to write, but the disk is full\..* free some space/,
    );
    checkResumed(full, resumed);
  },
);

test.skipIf(process.platform === "win32")("a file that may not grow: the same", async () => {
  // Enough for some of the replies, in blocks of 512 bytes.
  const blocks = Math.ceil(((await emptyBytes()) + LONG / 2) / 512);
  const [full, resumed] = shell(
    `(ulimit -f ${blocks}; "$NODE" "$SCRIPT" "$FOLDER/runs.db" ${LONG}); "$NODE" "$SCRIPT" "$FOLDER/runs.db" ${LONG}`,
  );
  expect(full?.error).toMatchObject({ name: "JournalError", code: "journal_unavailable" });
  expect(full?.error?.message).toMatch(
    /runs\.db: expected a file that can be opened, read and written\./,
  );
  checkResumed(full, resumed);
});

/** Root may write anywhere, so it steps down to somebody who may not, if that one can read the sources. */
const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const canStepDown = works(
  '"$0" -e "fs.readFileSync(process.argv[1])" "$1"',
  [process.execPath, SCRIPT],
  asNobody,
);

test.skipIf(!canStepDown)("a folder that may only be read: a clear error, nothing made", () => {
  const closed = join(folder, "closed");
  mkdirSync(closed);
  chmodSync(folder, 0o755);
  chmodSync(closed, 0o555);
  const [refused] = shell(`"$NODE" "$SCRIPT" "$FOLDER/closed/runs.db"`, asNobody);
  expect(refused?.error).toMatchObject({ name: "JournalError", code: "journal_read_only" });
  expect(refused?.error?.message).toMatch(
    /closed\/runs\.db: expected a file and a folder this process may write to\./,
  );
  expect(refused?.asked).toEqual([]);
  expect(readdirSync(closed)).toEqual([]);
});

test.skipIf(!canStepDown).each([
  { what: "that may only be read itself", mode: 0o444 },
  { what: "that may be written itself", mode: 0o666 },
])("a journal $what in such a folder: a clear error, nothing changed", ({ mode }) => {
  const closed = join(folder, "closed");
  mkdirSync(closed);
  const { error } = shell(`"$NODE" "$SCRIPT" "$FOLDER/closed/runs.db"`)[0] ?? {};
  expect(error).toBeUndefined();
  chmodSync(folder, 0o755);
  chmodSync(join(closed, "runs.db"), mode);
  chmodSync(closed, 0o555);
  const before = execFileSync("cksum", [join(closed, "runs.db")], { encoding: "utf8" });
  const [refused] = shell(`"$NODE" "$SCRIPT" "$FOLDER/closed/runs.db"`, asNobody);
  expect(refused?.error).toMatchObject({ name: "JournalError", code: "journal_read_only" });
  expect(refused?.asked).toEqual([]);
  expect(execFileSync("cksum", [join(closed, "runs.db")], { encoding: "utf8" })).toBe(before);
  expect(readdirSync(closed)).toEqual(["runs.db"]);
});
