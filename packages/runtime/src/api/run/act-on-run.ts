import { NAME_PATTERN } from "../config/panel.ts";
import { ConfigError, isPlainObject } from "@rostrum/core/support";
import type { Note, Review } from "@rostrum/core/protocol";
import { checkGroup, fail, NOTE, REVIEW } from "@rostrum/core/options";
import { listRuns, type Panel, type Wait, type WaitingRun } from "./waiting-runs.ts";

/** Lets a run go on that is paused after a round. Resolves when the journal has it. */
export function proceedRun(id: string, panel: Panel): Promise<void> {
  return rejectThrown(() => {
    const waits = findWaits(id, panel, "proceed");
    if (waits.length === 0) refuseRun(id, "is not paused after a round. Wait for debate.waiting");
    return resolveWaits(waits, undefined);
  });
}

/** Gives every debater a note before the next round. Resolves when the journal has it. */
export function sayInRun(id: string, input: Note, panel: Panel): Promise<void> {
  return rejectThrown(() => {
    if (!isPlainObject(input)) fail("note", "{ note, from? }", input);
    const { note, from } = checkGroup<Note>(NOTE, input, "note");
    if (note.trim() === "" || note.length > MAX_TEXT_LENGTH) {
      fail("note.note", `a text of 1 to ${MAX_TEXT_LENGTH} characters`, note.slice(0, 80));
    }
    if (from !== undefined && !NAME_PATTERN.test(from)) {
      fail("note.from", "one line of 1 to 64 characters", from.slice(0, 80));
    }
    const runs = findRuns(id, panel);
    return storeAll(runs.map((run) => run.say(from === undefined ? { note } : { note, from })));
  });
}

/** Longest text that a person may say at once. */
const MAX_TEXT_LENGTH = 100_000;

/** A person's words, for the step that waits for them. Resolves when the journal has them. */
export function speakInRun(id: string, name: string, text: string, panel: Panel): Promise<void> {
  return rejectThrown(() => {
    if (typeof name !== "string") fail("name", "the name of a person at the table", name);
    if (typeof text !== "string" || text.trim() === "" || text.length > MAX_TEXT_LENGTH) {
      fail("text", `a text of 1 to ${MAX_TEXT_LENGTH} characters`, text);
    }
    const waits = findWaits(id, panel, "speak");
    const ownWaits = waits.filter((wait) => wait.name === name);
    if (ownWaits.length === 0) {
      const names = [...new Set(waits.map((wait) => wait.name))].join(", ");
      const instead = names === "" ? "" : `, but for ${names}`;
      refuseRun(id, `doesn't wait for "${name}"${instead}`);
    }
    return resolveWaits(ownWaits, text);
  });
}

/** Settles an escalated run that waits for a person's review. Resolves when the journal has it. */
export function reviewRun(id: string, input: Review, panel: Panel): Promise<void> {
  return rejectThrown(() => {
    const review = readReview(input);
    const waits = findWaits(id, panel, "review");
    if (waits.length === 0) refuseRun(id, "doesn't wait for a review");
    for (const wait of waits) {
      if (review.groups) checkGroups(review.groups, wait.voters ?? []);
      wait.check?.(review);
    }
    return resolveWaits(waits, review);
  });
}

/** A review as its caller must give it, copied. */
export function readReview(input: Review): Review {
  if (!isPlainObject(input))
    fail("review", "{ verdict, answer?, groups?, reason?, reviewer? }", input);
  const review = structuredClone(checkGroup<Review>(REVIEW, input, "review"));
  const { verdict, answer } = review;
  if (verdict === "correct" && (answer === undefined || answer.trim() === "")) {
    fail("review.answer", "the right answer as a string, since the verdict is correct", answer);
  }
  return review;
}

/** Throws unless every member with an answer is in exactly one group, and no other member in any. */
export function checkGroups(
  groups: NonNullable<Review["groups"]>,
  voters: readonly string[],
): void {
  const named = groups.flat();
  if (named.length === voters.length && voters.every((name) => named.includes(name))) return;
  fail("review.groups", `each of ${voters.join(", ") || "nobody"} in one group`, groups);
}

function findRuns(id: string, panel: Panel): WaitingRun[] {
  if (typeof id !== "string") fail("id", "the id of a run", id);
  const ownRuns = listRuns(id, panel);
  if (ownRuns.length > 0) return ownRuns;
  return listRuns(id, null).length > 0
    ? refuseRun(id, "is of another panel. Call the method of the panel that runs it")
    : refuseRun(id, "is not in progress in this process");
}

/** Finds the first wait of this kind for each person, in each of the runs. */
function findWaits(id: string, panel: Panel, waitKind: Wait["for"]): Wait[] {
  return findRuns(id, panel).flatMap(({ waits }) => {
    const first = new Map<string | undefined, Wait>();
    for (const wait of waits) {
      if (wait.for === waitKind && !first.has(wait.name)) first.set(wait.name, wait);
    }
    return [...first.values()];
  });
}

function refuseRun(id: string, problem: string): never {
  throw new ConfigError("id", `run "${id.slice(0, 200)}" ${problem}`);
}

function resolveWaits(waits: readonly Wait[], value: unknown): Promise<void> {
  return storeAll(
    waits.map((wait) => {
      const stored = wait.accept();
      wait.resolve(value);
      return stored;
    }),
  );
}

/** The run reports a journal that fails, so a caller that doesn't look here gets no unhandled rejection. */
function storeAll(stored: readonly Promise<void>[]): Promise<void> {
  const allStored = Promise.all(stored).then(() => undefined);
  allStored.catch(() => undefined);
  return allStored;
}

/** A function that returns a promise never throws. */
function rejectThrown(act: () => Promise<void>): Promise<void> {
  try {
    return act();
  } catch (thrown) {
    return Promise.reject(thrown);
  }
}
