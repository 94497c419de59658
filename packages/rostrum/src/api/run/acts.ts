import { ConfigError } from "../../errors.ts";
import type { Note, Review } from "../../protocol/settings.ts";
import { fail, group, isPlainObject, NOTE, REVIEW } from "../../vocabulary/index.ts";
import { attendance, type Wait } from "./attendance.ts";

/** Longest text that a person may say at once. */
const MOST = 100_000;

/** A review as its caller must give it. */
export function checkSaid(said: Review): void {
  if (!isPlainObject(said))
    fail("review", "{ verdict, answer?, groups?, reason?, reviewer? }", said);
  group(REVIEW, said, "review");
  if (said.verdict === "correct" && typeof said.answer !== "string") {
    fail(
      "review.answer",
      "the right answer as a string, since the verdict is correct",
      said.answer,
    );
  }
}

/** Settles an escalated run that waits for a person (`onEscalate: "wait"`). */
export function review(id: string, said: Review): void {
  checkSaid(said);
  const waits = waitsOf(id, "review");
  if (waits.length === 0) {
    throw new ConfigError("id", `expected a run that waits for review, got "${id}"`);
  }
  if (said.groups) for (const { voters = [] } of waits) checkGroups(said.groups, voters);
  for (const { settle } of waits) settle(structuredClone(said));
}

/** Everybody with an answer is in one group, and nobody else. */
export function checkGroups(
  groups: NonNullable<Review["groups"]>,
  voters: readonly string[],
): void {
  const named = groups.flat();
  if (named.length === voters.length && voters.every((name) => named.includes(name))) return;
  fail("review.groups", `each of ${voters.join(", ") || "nobody"} in one group`, groups);
}

/** Lets a run go on that is paused after a round (`onRound: "wait"`). Resolves when that is in the journal. */
export function proceed(id: string): Promise<void> {
  const waits = waitsOf(id, "proceed");
  if (waits.length === 0) {
    throw new ConfigError("id", `expected a run that is paused after a round, got "${id}"`);
  }
  return settleAll(waits, undefined);
}

/** Gives every debater a note before the next round. Resolves when it is in the journal. */
export function say(id: string, said: Note): Promise<void> {
  if (!isPlainObject(said)) fail("note", "{ note, from? }", said);
  const { note, from } = group<Note>(NOTE, said, "note");
  if (note.trim() === "" || note.length > MOST) {
    fail("note.note", `a text of 1 to ${MOST} characters`, note.slice(0, 80));
  }
  if (from !== undefined && !NAME.test(from)) {
    fail("note.from", "one line of 1 to 64 characters", from.slice(0, 80));
  }
  const runs = attendance.of(id);
  if (runs.length === 0) throw new ConfigError("id", `expected a run of this process, got "${id}"`);
  return together(runs.map((run) => run.say(from === undefined ? { note } : { note, from })));
}

/** Names stand in prompts and events. */
const NAME = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,64}$/u;

/** A person's words, for the step that waits for them. Resolves when they are in the journal. */
export function speak(id: string, name: string, text: string): Promise<void> {
  if (typeof name !== "string") fail("name", "the name of a person at the table", name);
  if (typeof text !== "string" || text.trim() === "" || text.length > MOST) {
    fail("text", `a text of 1 to ${MOST} characters`, text);
  }
  const waits = waitsOf(id, "speak");
  const own = waits.filter((wait) => wait.name === name);
  if (own.length === 0) {
    const awaited = [...new Set(waits.map((wait) => wait.name))].join(", ");
    const instead = awaited === "" ? "it waits for nobody's words now" : `it waits for ${awaited}`;
    throw new ConfigError("id", `expected a run that waits for "${name}", got "${id}": ${instead}`);
  }
  return settleAll(own, text);
}

/** What the runs with this id wait for: of each run, the first of the kind for each person. */
function waitsOf(id: string, what: Wait["for"]): Wait[] {
  return attendance.of(id).flatMap(({ waits }) => {
    const first = new Map<string | undefined, Wait>();
    for (const wait of waits ?? []) {
      if (wait.for === what && !first.has(wait.name)) first.set(wait.name, wait);
    }
    return [...first.values()];
  });
}

/** What the runs of this process with this id wait for. */
export function openWaits(id: string): Pick<Wait, "for" | "name">[] {
  return attendance.of(id).flatMap(({ waits }) => [...(waits ?? [])]);
}

function settleAll(waits: readonly Wait[], value: unknown): Promise<void> {
  return together(
    waits.map((wait) => {
      const kept = wait.accept?.() ?? Promise.resolve();
      wait.settle(value);
      return kept;
    }),
  );
}

/** A caller that doesn't look at the promise must not get an unhandled rejection. */
function together(kept: readonly Promise<void>[]): Promise<void> {
  const all = Promise.all(kept).then(() => undefined);
  all.catch(() => undefined);
  return all;
}
