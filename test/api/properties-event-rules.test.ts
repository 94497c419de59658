import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { EventLog } from "../../packages/runtime/src/api/run/event-log.ts";
import {
  ConfigError,
  Debate,
  fold,
  human,
  memoryJournal,
  RostrumError,
  type DebateConfig,
  type DebateRecord,
  type Model,
  type Question,
  type StoredEvent,
} from "../../packages/rostrum/src/index.ts";
import * as vocabulary from "../../packages/core/src/entries/options.ts";
import { EVENT_RULES, type EventRule } from "../../packages/core/src/protocol/event-rules.ts";
import type { StoredEventBody } from "../../packages/core/src/protocol/events.ts";
import type { JournalRun } from "../../packages/core/src/protocol/journal.ts";
import { isAfterRounds, type Stage } from "../../packages/core/src/protocol/stages.ts";
import {
  comesAfterRounds,
  parseRound,
  parseStep,
} from "../../packages/core/src/protocol/step-id.ts";
import { ValidEvents } from "../../packages/core/src/record/valid-events.ts";
import { drawing, randomDebate } from "../../scripts/lib/random-debates.ts";
import { suppliedValues } from "../support/random-runs.ts";

const id = "run";

/** Complete logs of one debate: under one config, but some of the replies and what people do differ. */
type Variants = StoredEvent[][];

/** Runs a debate to its end with people who act at once. `null`: its options exclude each other. */
async function runVariant(seed: number, variant: number): Promise<StoredEvent[] | null> {
  const debate = randomDebate(seed, vocabulary, suppliedValues);
  const draw = drawing(seed * 1000 + variant);
  const journal = memoryJournal();
  const config = { ...debate.config, ...drawOptions(seed, debate.config), journal };
  const salts = new Map<string, string>();
  debate.getSalt = (step) => {
    const isKept = isComparedVerdict(config, step) || isPolled(config, step);
    const mayChange = variant > 0 && !isKept;
    if (!salts.has(step)) salts.set(step, mayChange && draw.chance(0.3) ? ` ${variant}` : "");
    return salts.get(step) ?? "";
  };
  try {
    const panel = new Debate(config);
    const stream = panel.stream(chooseQuestion(debate.question, config), { id });
    await (async () => {
      for await (const event of stream) {
        if (event.type === "debate.round_started" && draw.chance(0.1)) {
          await panel.say(id, { note: `note ${variant}` }).catch(() => undefined);
        } else if (event.type === "debate.waiting" && event.for === "proceed") {
          await panel.proceed(id);
        } else if (event.type === "debate.waiting") {
          const answer = asksInBatches(config) ? "72" : draw.pick(["72", "No", "A"]);
          await panel.speak(id, event.name ?? "", `Answer: ${answer}`);
        } else if (event.type === "debate.escalated" && event.waiting) {
          await panel.review(id, { verdict: draw.pick(["confirm", "reject"]) });
        }
      }
    })().catch((error: unknown) => {
      if (!(error instanceof RostrumError) || error instanceof ConfigError) throw error;
    });
    const ended = (await journal.read(id))?.events.at(-1)?.type;
    if (ended === "debate.completed" && draw.chance(0.3)) {
      await panel.outcome(id, { right: draw.chance(0.5) });
    }
    if (ended === "debate.completed" && draw.chance(0.3)) {
      await panel.review(id, { verdict: "confirm", reviewer: `${variant}` }).catch(() => undefined);
    }
  } catch (error) {
    if (error instanceof ConfigError) return null;
    throw error;
  }
  return [...((await journal.read(id))?.events ?? [])];
}

type Rules = Pick<DebateConfig<never>, "poll" | "verify" | "compare">;

/** Whether a reply decides who is asked next in round 0. A resumed run gets it from the journal. */
function isPolled(rules: Rules, step: string): boolean {
  return asksInBatches(rules) && parseRound(step) === 0;
}

function asksInBatches({ poll, verify }: Rules): boolean {
  const rule = JSON.stringify(poll ?? "");
  return rule.includes("lead") || rule.includes("sequential") || verify !== undefined;
}

/** Whether a verdict may have been compared with the positions. A resumed run gets it from the journal too. */
function isComparedVerdict({ compare }: Rules, step: string): boolean {
  return compare !== undefined && parseStep(step)?.role === "judge";
}

/** Material that is too long for one call of a review with few tokens for each part. */
const LONG_FILES = ["a.ts", "b.ts"].map((document) => ({
  document,
  text: Array.from({ length: 100 }, (_, at) => `const value${at} = compute(${at});`).join("\n"),
}));

/** The question of a random debate; of a review in parts, one with material to split. */
function chooseQuestion(question: Question, { answer }: { answer?: unknown }): Question {
  return answer === IN_PARTS ? { text: "Review the code.", context: LONG_FILES } : question;
}

const IN_PARTS = { type: "findings", partTokens: 1000 };

/** A debate that is decided before everybody has replied. */
const RACE = {
  answer: "exact",
  poll: "race",
  limits: { patience: 0 },
  decide: "majority",
  rounds: 0,
  escalateBelow: 0,
};

/** Options that random debates have seldom or never: what makes a run wait, and what adds stages. */
function drawOptions(seed: number, { debaters }: DebateConfig<never>): object {
  const { chance, pick } = drawing(-seed);
  const [first, ...others] = debaters as { model: Model }[];
  const judge = { name: "eve", model: first?.model as Model };
  const people = {
    ...(chance(0.4) ? { onEscalate: "wait", escalateBelow: 1 } : {}),
    ...(chance(0.2) ? { onRound: "wait" } : {}),
    ...(chance(0.2) ? { debaters: [{ ...first, model: human({ name: "ann" }) }, ...others] } : {}),
  };
  const { model } = judge;
  const stages = pick<object>([
    {},
    { answer: "exact", audit: { model }, report: { type: "memo", model }, sides: undefined },
    { answer: "text", compare: model, decide: "judged", judge },
    { answer: "text", compare: model, decide: { type: "ranked", chairman: true }, judge },
    { answer: "text", compare: model, crux: { model }, report: { type: "memo", model } },
    { answer: IN_PARTS, debaters, verify: undefined, poll: undefined, decide: undefined },
    { ...RACE, debaters: [...others.slice(0, 2), ...Array.from({ length: 3 }, () => () => "red")] },
  ]);
  return { ...people, ...stages };
}

const debates: Variants[] = [];

beforeAll(async () => {
  for (let seed = 1; debates.length < 75; seed += 1) {
    const variants = [];
    for (const variant of [0, 1, 2]) variants.push(await runVariant(seed, variant));
    if (variants.every((log) => log !== null)) debates.push(variants);
  }
});

function toBody({ debateId: _id, at: _at, seq: _seq, ...body }: StoredEvent): StoredEventBody {
  return body;
}

const isWarning = ({ type }: StoredEvent): boolean => type === "debate.budget_warning";

function findStage(event: StoredEvent): Stage | null {
  const { stage } = EVENT_RULES[event.type] as EventRule<StoredEventBody>;
  return typeof stage === "function" ? stage(event) : stage;
}

/** A log without what was added when the run was over. */
function toFirstEnd(log: readonly StoredEvent[]): StoredEvent[] {
  const end = log.findIndex(({ type }) => type === "debate.completed" || type === "debate.failed");
  return log.slice(0, end + 1);
}

/** Events that come from people: a process that does the same again doesn't report them. */
const OF_PEOPLE: ReadonlySet<string> = new Set([
  "debate.waiting",
  "debate.proceeded",
  "debate.said",
]);

/** What a process emits before it ends, on top of what earlier ones logged. Returns the whole log. */
function emitAll(
  stored: readonly StoredEvent[],
  bodies: readonly StoredEventBody[],
): StoredEvent[] {
  const written = [...stored];
  const journal = {
    stored: { id, inputs: {}, status: "running", steps: new Map(), events: stored },
    appendEvents: (events: readonly StoredEvent[]) => void written.push(...events),
  } as unknown as JournalRun;
  const log = new EventLog({ id, journal, listener: undefined });
  bodies.forEach((body, index) => {
    // What a person has done is not waited for again.
    if (body.type === "debate.waiting" && index < bodies.length - 1) return;
    log.emit(structuredClone(body));
  });
  return written;
}

const ABORTED: StoredEventBody = {
  type: "debate.failed",
  error: { name: "AbortError", code: "aborted", message: "stopped" },
  reissued: 0,
  durationMs: 1,
  calls: [],
};

/** Whether a person has done what a run waits for. A journal keeps it, so no later process waits for it. */
function isAnswerTo(event: StoredEvent, wait: StoredEvent): boolean {
  if (wait.type !== "debate.waiting" || !("round" in event) || event.round !== wait.round)
    return false;
  if (wait.for === "proceed") return event.type === "debate.proceeded";
  return event.type === "debate.response" && event.debater === wait.source;
}

/** A record without numbers and times of its events, and without notes, which always add up. */
function withoutTimes(record: DebateRecord): unknown {
  const { notes: _notes, ...result } = record.result;
  return JSON.parse(
    JSON.stringify({ ...record, result }, (key, value: unknown) =>
      key === "at" || key === "seq" ? 0 : value,
    ),
  ) as unknown;
}

const share = fc.double({ min: 0, max: 1, noNaN: true });

/** Every two items, in either order. */
function listPairs<T>(items: readonly T[]): [T, T][] {
  return items.flatMap((one) =>
    items.flatMap((other): [T, T][] => (one === other ? [] : [[one, other]])),
  );
}

function pickFrom<T>(items: readonly T[], number: number): T {
  return items[number % items.length] as T;
}

/** A process that is killed or aborted after some of the events that its variant of the debate emits. */
const life = fc.record({
  variant: fc.nat(2),
  cut: share,
  /** Where it asked one member less, as a poll may. */
  unasked: fc.nat(),
  aborted: fc.boolean(),
});
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

/** Whether others may follow from an event, and another process may report it otherwise. */
function isInOrder({ type }: StoredEvent): boolean {
  const { stage, once } = EVENT_RULES[type];
  return stage !== null && once !== true;
}

/** The same log with one event that says something else than before. */
function alterEvent(log: readonly StoredEvent[], at: number): StoredEvent[] {
  const mayAlter = ({ type }: StoredEvent): boolean => EVENT_RULES[type].once !== true;
  return log.map((event, index) =>
    index === at % log.length && mayAlter(event) ? { ...event, altered: true } : event,
  );
}

/** Events that a debate may go without. */
const OPTIONAL: ReadonlySet<string> = new Set([
  "debate.crux",
  "debate.compared",
  "debate.converged",
  "debate.balloting",
  "debate.balloted",
  "debate.judging",
  "debate.audited",
  "debate.claims",
  "debate.memo",
  "debate.escalated",
  "debate.reviewed",
]);

/** What processes log one after the other, before one that emits the events of `next`. */
function logLives(
  variants: Variants,
  lives: readonly Life[],
  next: readonly StoredEvent[],
): StoredEvent[] {
  return lives.reduce<StoredEvent[]>((log, { variant, cut, unasked, aborted }) => {
    const complete = pickFrom(variants, variant);
    // What was added to a completed run holds for as long as its decision does.
    const events = decidesAlike(complete, next) ? toFirstEnd(complete) : complete;
    const bodies = events
      .slice(0, Math.ceil(cut * events.length))
      .filter(({ type }, index) => type !== "debate.response" || index !== unasked % events.length)
      .map(toBody);
    return emitAll(log, aborted ? [...bodies, ABORTED] : bodies);
  }, []);
}

function decidesAlike(one: readonly StoredEvent[], other: readonly StoredEvent[]): boolean {
  return listReasons(one) === listReasons(other);
}

/** Everything that a decision follows from, whatever the order of its replies. */
function listReasons(log: readonly StoredEvent[]): string {
  const decision = log.findIndex(({ type }) => type === "debate.synthesized");
  const reasons = log.slice(0, decision + 1).filter(({ type }) => EVENT_RULES[type].stage !== null);
  return JSON.stringify(reasons.map((event) => JSON.stringify(toBody(event))).sort());
}

describe("of random debates with people", () => {
  test("every type of event occurs", () => {
    const types = new Set(debates.flat(2).map(({ type }) => type));
    // Only reviews of large changes report parts: test/reviews/findings-in-parts.test.ts has them.
    types.add("debate.part_reported");
    expect([...types].sort()).toEqual(Object.keys(EVENT_RULES).sort());
  });

  test("no event of an undisturbed run invalidates another", () => {
    for (const log of debates.flat().map(toFirstEnd)) {
      const standing = new ValidEvents();
      for (const event of log) standing.add(event);
      expect([...standing]).toEqual(log);
    }
  });

  test("an event reports only calls of its own stage of the debate", () => {
    for (const event of debates.flat(2)) {
      const stage = findStage(event);
      if (!("calls" in event) || stage === null || stage === "ending") continue;
      for (const { step } of event.calls) expect(comesAfterRounds(step)).toBe(isAfterRounds(stage));
    }
  });

  test("a run that is killed anywhere and does the same again adds what is missing", () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(share, { maxLength: 3 }), (number, cuts) => {
        const events = toFirstEnd(pickFrom(debates.flat(), number)).slice(0, -1);
        const bodies = events.map(toBody).filter(({ type }) => !OF_PEOPLE.has(type));
        let log: StoredEvent[] = [];
        for (const cut of [...cuts, 1]) {
          log = emitAll(log, bodies.slice(0, Math.ceil(cut * bodies.length)));
        }
        expect(log.map(toBody)).toEqual(bodies);
      }),
      { numRuns: 150 },
    );
  });

  test("a start and a warning are reported once, whatever a later process says of them", () => {
    const complete = debates.flat().find((log) => log.some(isWarning));
    const later = (complete ?? []).map(toBody).map((body) => {
      if (body.type === "debate.started") return { ...body, metadata: { changed: true } };
      return body.type === "debate.budget_warning" ? { ...body, spent: body.spent + 1 } : body;
    });
    const once = later.filter(({ type }) => EVENT_RULES[type].once);
    expect(new Set(once.map(({ type }) => type)).size).toBe(2);
    expect(emitAll(complete ?? [], once)).toEqual(complete);
  });

  const lives = fc.array(life, { maxLength: 3 });

  test("the log of several processes folds to what the last one emitted", () => {
    fc.assert(
      fc.property(fc.nat(), lives, fc.nat(2), fc.nat(), (number, earlier, last, at) => {
        const variants = pickFrom(debates, number);
        const complete = alterEvent(pickFrom(variants, last), at);
        const log = emitAll(logLives(variants, earlier, complete), complete.map(toBody));
        expect(withoutTimes(fold(log))).toEqual(withoutTimes(fold(complete)));
      }),
      { numRuns: 150 },
    );
  });

  test("a process that goes on with the log of another variant has the last word", () => {
    for (const variants of debates) {
      for (const [first, last] of listPairs(variants)) {
        const log = emitAll(toFirstEnd(first).slice(0, -1), last.map(toBody));
        expect(withoutTimes(fold(log))).toEqual(withoutTimes(fold(last)));
      }
    }
  });

  test("what was reported after an event that has changed doesn't hold, unless it is reported again", () => {
    const tried = new Map<string, number>();
    for (const before of debates.flat().map(toFirstEnd)) {
      for (const [changed, later] of listPairs(before)) {
        const pair = `${changed.type} ${later.type}`;
        const times = tried.get(pair) ?? 0;
        if (changed.seq > later.seq || !isInOrder(changed) || !OPTIONAL.has(later.type)) continue;
        if (times === 3) continue;
        tried.set(pair, times + 1);
        const after = alterEvent(before, changed.seq).filter(({ seq }) => seq !== later.seq);
        const log = emitAll(before, after.map(toBody));
        expect(withoutTimes(fold(log)), pair).toEqual(withoutTimes(fold(after)));
      }
    }
    expect(tried.size).toBeGreaterThan(80);
  });

  test("a run that waits says so, unless a person has reviewed this very decision", () => {
    const waits = (event: StoredEvent): boolean =>
      event.type === "debate.waiting" || (event.type === "debate.escalated" && event.waiting);
    const waiting = debates.filter((variants) => variants.some((log) => log.some(waits)));
    fc.assert(
      fc.property(fc.nat(), lives, fc.nat(), (number, earlier, at) => {
        const variants = pickFrom(waiting, number);
        const ends = variants.flatMap((log) =>
          log.flatMap((event, index) => (waits(event) ? [log.slice(0, index + 1)] : [])),
        );
        const cutOff = pickFrom(ends, at);
        const before = logLives(variants, earlier, cutOff);
        fc.pre(!before.some((event) => isAnswerTo(event, cutOff.at(-1) as StoredEvent)));
        const log = emitAll(before, cutOff.map(toBody));
        const { waits: open, status, result } = fold(log);
        if (cutOff.at(-1)?.type === "debate.escalated" && result.review !== undefined) {
          const alike = variants.filter((variant) => decidesAlike(variant, cutOff));
          const reviews = alike.flat().flatMap((event) => ("review" in event ? event.review : []));
          expect(reviews).toContainEqual(result.review);
          return;
        }
        const undisturbed = fold(cutOff);
        expect(open).toEqual(undisturbed.waits);
        // Members that replied to an earlier process are not waited for.
        if (undisturbed.status === "waiting") expect(status).toBe("waiting");
      }),
      { numRuns: 200 },
    );
  });
});
