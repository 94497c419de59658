import { spawnSync } from "node:child_process";
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  rmdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  Debate,
  JournalError,
  memoryJournal,
  sqliteJournal,
  type Journal,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";

const QUESTION = "What is the answer?";
const id = "run-1";
/** Long enough to fill what a small disk has left. */
const ESSAY = "An argument that takes its time. ".repeat(12_000);

/** Two members who agree at length. Counts their calls. */
function createPanel(
  journal: Journal,
  onFirstCall: () => void,
): { debate: Debate; countCalls(): number } {
  let calls = 0;
  const model = async (): Promise<string> => {
    calls += 1;
    if (calls === 1) onFirstCall();
    await new Promise(setImmediate);
    return `${ESSAY}\nAnswer: 7`;
  };
  const debate = new Debate({ debaters: [model, model], rounds: 0, journal });
  return { debate, countCalls: () => calls };
}

/** A run on a full disk ends with an error, and goes on in the same process when there is room again. */
async function expectResumed(
  journal: Journal,
  makeRoom: () => void,
  fill: () => void = () => undefined,
): Promise<void> {
  const { debate, countCalls } = createPanel(journal, fill);
  const error = await rejection(debate.run(QUESTION, { id }));
  expect(error).toMatchObject({ code: "journal_full" });
  // Nor does an attempt without room keep others from the run.
  expect(await rejection(debate.run(QUESTION, { id }))).toMatchObject({ code: "journal_full" });
  makeRoom();
  const result = await debate.run(QUESTION, { id });
  expect(result.answer).toBe("7");
  // What was paid for and could not be written is written now, and not paid for again.
  expect(countCalls()).toBe(2);
  expect(result.integrity.reissued).toBe(0);
  expect(await journal.read(id)).toMatchObject({ status: "completed" });
}

/** A journal that has no room for some of its writes. */
function limitRoom(inner: Journal, isFull: (write: string) => boolean): Journal {
  return {
    read: (run) => inner.read(run),
    async open(run, inputs, options) {
      const opened = await inner.open(run, inputs, options);
      const guard =
        <Values extends unknown[]>(name: string, write: (...values: Values) => unknown) =>
        async (...values: Values): Promise<void> => {
          if (isFull(name)) throw new JournalError("journal_full", "no room");
          await write(...values);
        };
      return {
        stored: opened.stored,
        stepStarted: guard("stepStarted", (...step) => opened.stepStarted(...step)),
        stepFinished: guard("stepFinished", (...step) => opened.stepFinished(...step)),
        appendEvents: guard("appendEvents", (events) => opened.appendEvents(events)),
        close: (status) => opened.close(status),
      };
    },
  };
}

test.each(["stepStarted", "stepFinished", "appendEvents"])(
  "without room at %s, the same process resumes the run later",
  async (first) => {
    let isFull = false;
    const journal = limitRoom(memoryJournal(), (write) => {
      if (write === first) isFull ||= !hasRoom;
      return isFull;
    });
    let hasRoom = false;
    await expectResumed(journal, () => {
      hasRoom = true;
      isFull = false;
    });
  },
);

/** Why no small disk can be made here; `null` if one can. */
function findObstacle(): string | null {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return "only root of Linux can mount one";
  const folder = mkdtempSync(join(tmpdir(), "rostrum-mount-"));
  const { status } = mountDisk(folder);
  if (status === 0) spawnSync("umount", [folder]);
  rmdirSync(folder);
  return status === 0 ? null : "mounting is not allowed here";
}

function mountDisk(folder: string): { status: number | null } {
  return spawnSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", folder]);
}

const obstacle = findObstacle();

/** Bytes that are left: for nothing, for a lease and no event, for some events. */
const ROOMS = [0, 1, 4, 32].map((pages) => pages * 4096);

test.skipIf(obstacle !== null).each(ROOMS)(
  `on a disk with %i bytes left, the same process resumes the run later${obstacle === null ? "" : ` (${obstacle})`}`,
  async (left) => {
    const folder = mkdtempSync(join(tmpdir(), "rostrum-disk-"));
    expect(mountDisk(folder).status).toBe(0);
    onTestFinished(() => {
      spawnSync("umount", [folder]);
      rmdirSync(folder);
    });
    const journal = sqliteJournal(join(folder, "journal.db"));
    onTestFinished(() => journal.close());
    const ballast = join(folder, "ballast");
    await expectResumed(
      journal,
      () => rmSync(ballast),
      () => fillDisk(ballast, left),
    );
  },
);

/** Fills a disk up to its last bytes. */
function fillDisk(path: string, left: number): void {
  const file = openSync(path, "w");
  let size = 0;
  try {
    for (;;) size += writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    ftruncateSync(file, size - left);
  } finally {
    closeSync(file);
  }
}
