import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import {
  code,
  ConfigError,
  Debate,
  fold,
  judged,
  memoryJournal,
  number,
  sqliteJournal,
  toHtml,
  toMarkdown,
  type DebateConfig,
  type DebateResult,
  type Journal,
  type Review,
  type StoredEvent,
} from "../../packages/rostrum/src/index.ts";
import { rejection } from "../support/outcomes.ts";
import { callsOf, named, panelSaying, says } from "../support/panel.ts";
import { MOVE, QUESTION as PROSE, STAY, STICK, wording } from "../support/prose-panel.ts";

const QUESTION = "What is the answer?";

/** Runs a debate to its end and has a person review it afterwards. */
async function reviewedLater<A>(
  config: DebateConfig<A>,
  said: Review,
  question = QUESTION,
): Promise<{ before: DebateResult<A>; after: DebateResult<A>; events: StoredEvent[] }> {
  const journal = memoryJournal();
  const panel = new Debate<A>({ rounds: 0, ...config, journal });
  const before = await panel.run(question, { id: "late" });
  await panel.review("late", said);
  const events = (await journal.eventsFrom("late", 0)) ?? [];
  return { before, after: await panel.run(question, { id: "late" }), events };
}

const split = (): DebateConfig => ({ debaters: panelSaying("red", "blue", "green") });

describe("a review of a debate that is over", () => {
  test("is refused where the texts were left out, with the reason", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rostrum-review-"));
    const journal = sqliteJournal(join(folder, "runs.db"), { redact: true });
    const panel = new Debate({ rounds: 0, ...split(), journal });
    await panel.run(QUESTION, { id: "late" });
    const error = await rejection(panel.review("late", { verdict: "confirm" }));
    expect(error).toMatchObject({ code: "journal_redacted" });
    expect(String(error)).toMatch(/nobody can review it later.*without redact/);
    expect(String(error)).not.toContain("resumed");
    await journal.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("that could not be written leaves the debate completed, and is taken the next time", async () => {
    const folder = mkdtempSync(join(tmpdir(), "rostrum-review-"));
    const path = join(folder, "runs.db");
    const store = sqliteJournal(path, { busyTimeoutMs: 20 });
    const other = new DatabaseSync(path);
    let isLocked = false;
    const journal: Journal = {
      read: (id) => store.read(id),
      async open(...run) {
        const opened = await store.open(...run);
        return {
          ...opened,
          async appendEvents(events) {
            if (!isLocked) return opened.appendEvents(events);
            other.exec("BEGIN IMMEDIATE");
            return Promise.resolve(opened.appendEvents(events)).finally(() =>
              other.exec("ROLLBACK"),
            );
          },
        };
      },
    };
    const panel = new Debate({ rounds: 0, ...split(), journal });
    await panel.run(QUESTION, { id: "late" });
    isLocked = true;
    const error = await rejection(panel.review("late", { verdict: "confirm" }));
    expect(error).toMatchObject({ code: "journal_locked" });
    expect((await store.read("late"))?.status).toBe("completed");
    isLocked = false;
    await panel.review("late", { verdict: "confirm" });
    expect((await panel.run(QUESTION, { id: "late" })).review).toEqual({ verdict: "confirm" });
    other.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("is refused if it groups answers that only their debate could read", async () => {
    const program = "Answer:\n```bash\necho 1\n```";
    const debaters = named({ ANN: program, BEN: program, CAT: program });
    const panel = new Debate({
      debaters,
      answer: code({ language: "bash" }),
      rounds: 0,
      journal: memoryJournal(),
    });
    await panel.run(QUESTION, { id: "late" });
    const groups = [["ANN"], ["BEN", "CAT"]];
    const error = await rejection(panel.review("late", { verdict: "confirm", groups }));
    expect(error).toMatchObject({ code: "config" });
    expect(String(error)).toContain("settle it with an answer instead");
    await panel.review("late", { verdict: "confirm" });
  });

  test("stands next to the result, and nothing else changes", async () => {
    const config = split();
    const said = { verdict: "confirm", reviewer: "Ada", reason: "checked" } as const;
    const { before, after, events } = await reviewedLater(config, said);
    expect(before).toMatchObject({ answer: "red", escalateToHuman: true });
    // A tie that a person has decided is no reason to doubt any more.
    const warnings = before.warnings.filter((warning) => !warning.includes("tied"));
    expect(after).toEqual({ ...before, warnings, review: said });
    expect(events.map(({ type }) => type).slice(-4)).toEqual([
      "debate.escalated",
      "debate.completed",
      "debate.reviewed",
      "debate.completed",
    ]);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at));
    expect(fold(events)).toMatchObject({
      status: "completed",
      reviewed: { panel: { answer: "red" } },
    });
    expect(callsOf(config.debaters as never)).toBe(3);
  });

  test("is possible where nobody was in doubt", async () => {
    const { before, after } = await reviewedLater(
      { debaters: panelSaying("4", "4", "4") },
      { verdict: "correct", answer: "5" },
    );
    expect(before).toMatchObject({ answer: "4", escalateToHuman: false });
    expect(after).toMatchObject({ answer: "5", winner: null, review: { verdict: "correct" } });
    expect(after.dissent).toHaveLength(3);
  });

  test("correct: whoever had said it stands for it, and the others dissent", async () => {
    const { after } = await reviewedLater(split(), { verdict: "correct", answer: "blue" });
    expect(after).toMatchObject({ answer: "blue", winner: "debater_1" });
    expect(after.dissent.map(({ debater }) => debater)).toEqual(["debater_0", "debater_2"]);
  });

  test("correct: the answer has the type of the answer kind", async () => {
    const config: DebateConfig<number> = { debaters: panelSaying("41", "42"), answer: number() };
    const { after } = await reviewedLater(config, { verdict: "correct", answer: "43.5 metres" });
    expect(after).toMatchObject({ answer: 43.5 });
  });

  test("correct: an answer that is not of the kind is refused, and another review is possible", async () => {
    const config: DebateConfig<number> = { debaters: panelSaying("41", "42"), answer: number() };
    const panel = new Debate<number>({ rounds: 0, ...config, journal: memoryJournal() });
    await panel.run(QUESTION, { id: "late" });
    const error = await rejection(panel.review("late", { verdict: "correct", answer: "many" }));
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toMatch(/review\.answer.*a number.*"many"/);
    await panel.review("late", { verdict: "correct", answer: "43" });
    expect(await panel.run(QUESTION, { id: "late" })).toMatchObject({ answer: 43 });
  });

  test("reject: there is no answer", async () => {
    const { after } = await reviewedLater(split(), { verdict: "reject", reason: "no such thing" });
    expect(after).toMatchObject({ answer: null, text: "", winner: null });
  });

  const prose = (): DebateConfig => ({
    debaters: named({ ANN: STAY, BEN: STICK, CAT: MOVE }),
    answer: "text",
    compare: "rules",
  });
  const groups = [["ANN", "BEN"], ["CAT"]];

  test("groups: the votes are counted again, as for a debate that waits", async () => {
    const { after, events } = await reviewedLater(prose(), { verdict: "confirm", groups }, PROSE);
    expect(after).toMatchObject({ answer: wording(STAY), winner: "ANN", agreement: 2 / 3 });
    expect(after.decision.tally.map(({ debaters }) => debaters)).toEqual(groups);
    expect(after.dissent.map(({ debater }) => debater)).toEqual(["CAT"]);
    expect(after.rounds[0]).toMatchObject({ agreement: 2 / 3, regrouped: true });
    expect(fold(events).result).toEqual(after);
  });

  test("groups: a judge's answer stands, and the groups say who shares it", async () => {
    const config = { ...prose(), judge: says(STAY), decide: judged({ always: true }) };
    const { after } = await reviewedLater(config, { verdict: "confirm", groups }, PROSE);
    expect(after).toMatchObject({ answer: wording(STAY), decision: { method: "judged" } });
    expect(after.dissent.map(({ debater }) => debater)).toEqual(["CAT"]);
  });

  test("is refused for a second time, for strangers in a group, and for a debate that failed", async () => {
    const journal = memoryJournal();
    const panel = new Debate({ ...split(), rounds: 0, journal });
    await panel.run(QUESTION, { id: "twice" });
    const strange = { verdict: "confirm", groups: [["eve"]] } as const;
    expect(await rejection(panel.review("twice", strange as never))).toMatchObject({
      field: "review.groups",
    });
    const [first, second] = await Promise.allSettled([
      panel.review("twice", { verdict: "confirm", reviewer: "Ada" }),
      panel.review("twice", { verdict: "reject" }),
    ]);
    expect(first?.status).toBe("fulfilled");
    expect(second).toMatchObject({
      reason: { message: expect.stringContaining("was reviewed by Ada") as string },
    });
    const broken = new Debate({ debaters: panelSaying("", ""), rounds: 0, journal });
    await rejection(broken.run(QUESTION, { id: "broken" }));
    for (const id of ["broken", "unknown"]) {
      expect(await rejection(panel.review(id, { verdict: "confirm" }))).toBeInstanceOf(ConfigError);
    }
    await expect(new Debate(split()).review("none", { verdict: "confirm" })).rejects.toThrow(
      ConfigError,
    );
  });

  test("is in every export, with the day and the panel's own answer", async () => {
    const said = { verdict: "correct", answer: "blue", reviewer: "Ada" } as const;
    const { events } = await reviewedLater(split(), said);
    const day = new Date(events.at(-1)?.at ?? 0).toISOString().slice(0, 10);
    for (const text of [toMarkdown(fold(events)), toHtml(fold(events))]) {
      expect(text).toContain(`corrected this: Ada. Reviewed on ${day}.`);
      expect(text).toContain("The panel had answered: red");
    }
  });

  test("a run that goes on afterwards keeps the review where its decision is still the same", async () => {
    const journal = memoryJournal();
    const config = { ...split(), rounds: 1, journal };
    const small = new Debate({ ...config, budget: { calls: 3 } });
    expect(await small.run(QUESTION, { id: "more" })).toMatchObject({ stopReason: "budget" });
    await small.review("more", { verdict: "correct", answer: "blue" });
    const larger = await new Debate({ ...config, budget: { calls: 9 } }).run(QUESTION, {
      id: "more",
    });
    // A further round changed what there is to review.
    expect(larger.rounds).toHaveLength(2);
    expect(larger.review).toBeUndefined();
  });
});
