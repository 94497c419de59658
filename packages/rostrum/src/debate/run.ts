import { lastCounting } from "../decide/index.ts";
import type { SynthesizedEvent } from "../protocol/events.ts";
import { mayAsk, prepareAll } from "./ask.ts";
import { capsFor, type Caps } from "./reserve.ts";
import { conclude } from "./conclude.ts";
import { doubtAbout, escalate } from "./escalate.ts";
import { noteMissing, withMissing } from "./missing.ts";
import { isDraft } from "./drafting/is-draft.ts";
import { isReview } from "./findings/is-review.ts";
import { withGuarantee } from "./guarantee.ts";
import { pauseAfter } from "./notes.ts";
import { answerOfNobody, withStakes } from "./stakes.ts";
import type { Ports } from "./ports.ts";
import { type DebateState, endForBudget, initialState, type Seat, whoRevises } from "./state.ts";
import { askAll } from "./ask-all.ts";
import { closeRound, reachesQuorum, type StopRuling } from "./round.ts";
import { route, type Routed } from "./route.ts";
import { arguedRounds } from "./sides/rounds.ts";
import type { ResolvedConfig, ResolvedSides, Task } from "./resolved-config.ts";

/*
 * Protocols other than rounds of positions, and features that few debates use, are loaded when a
 * debate needs them: a first debate starts sooner, and a page loads less.
 */

/** Runs one debate: route, argue in rounds, decide, escalate. Everything it learns becomes an event. */
export function runDebate(config: ResolvedConfig, task: Task, ports: Ports): Promise<void> {
  const state = initialState(config, task, ports);
  return config.route.type === "always" ? holdDebate(state) : routeFirst(state);
}

async function routeFirst(state: DebateState): Promise<void> {
  const routed = await route(state);
  if (routed === null) await holdDebate(state);
  else state.ports.emit(singleAnswer(state, routed));
}

function holdDebate(state: DebateState): Promise<void> {
  const { config } = state;
  for (const missing of config.lacking) noteMissing(state, missing);
  const caps = capsFor(state);
  if (isReview(config)) return findProblems(state, caps);
  if (isDraft(config)) return draft(state, caps);
  return config.sides === null ? argue(state, caps) : argueBySides(state, caps, config.sides);
}

async function findProblems(state: DebateState, caps: Caps): Promise<void> {
  const { runFindings } = await import("./findings/run-findings.ts");
  return runFindings(state, caps);
}

async function draft(state: DebateState, caps: Caps): Promise<void> {
  const { runDraft } = await import("./drafting/run-draft.ts");
  return runDraft(state, caps);
}

/** A debate with sides. Without two leaders in round 0 there is nothing to argue about, and the panel decides. */
async function argueBySides(
  state: DebateState,
  caps: Caps,
  { answers }: ResolvedSides,
): Promise<void> {
  const { leaders, listed, runSides } = await import("./sides/index.ts");
  const rounds = arguedRounds(state.config);
  if (answers !== "leaders") return runSides(state, caps, listed(state, answers), rounds);
  const ended = await holdRound(state, caps, 0, () => null);
  const assignment = ended === null ? leaders(state) : null;
  await pauseAfter(state, 0, assignment !== null);
  if (assignment === null) return decide(state, ended ?? "agreed", caps);
  return runSides(state, caps, assignment, rounds);
}

/** Round after round until a rule, a cap or the last round ends it; then the panel decides. */
async function argue(state: DebateState, caps: Caps): Promise<void> {
  const { config, ports } = state;
  for (let round = 0; round <= config.rounds; round++) {
    const ended = await holdRound(state, caps, round);
    const more = ended === null && round < config.rounds;
    await pauseAfter(state, round, more);
    if (ended !== null) return decide(state, ended, caps);
    for (const warning of ports.budget?.warnings() ?? []) {
      ports.emit({ type: "debate.budget_warning", ...warning });
    }
  }
  return decide(state, "max_rounds", caps);
}

/**
 * One round: all debaters are asked from the same snapshot, and the next round waits for all replies. Returns why
 * the debate ends with it.
 */
async function holdRound(
  state: DebateState,
  caps: Caps,
  round: number,
  rule?: StopRuling,
): Promise<string | null> {
  const { config, ports, seats } = state;
  if (round === 0 && config.poll !== null) return pollFirst(state, config.poll, caps);
  const wanted = round === 0 ? seats : whoRevises(state, round);
  const speakers = wanted.filter((seat) => mayAsk(state, seat, round));
  // Too few debaters are left for a round that counts, so it would cost and change nothing.
  if (round > 0 && !reachesQuorum(state, speakers)) return "panel_failed";
  const crux = round > 0 && config.crux !== null ? await cruxBefore(state, round, speakers) : null;
  const askings = prepareAll(state, speakers, round, crux);
  const calls = askings.map(({ call }) => call);
  const shortage = ports.budget === null ? null : await caps.reserve(calls);
  if (shortage !== null && !caps.holdWithKept(calls)) return endForBudget(state, shortage);
  return traced(state, round, async () => {
    const asked = askings.map(({ seat }) => seat.member.name);
    ports.emit({ type: "debate.round_started", round, asked });
    const answered = await askAll(state, askings);
    const stop = await closeRound(state, round, answered, rule);
    return stop?.reason ?? (shortage && endForBudget(state, shortage));
  });
}

async function pollFirst(
  state: DebateState,
  poll: NonNullable<ResolvedConfig["poll"]>,
  caps: Caps,
): Promise<string | null> {
  const { pollRound } = await import("./poll.ts");
  return traced(state, 0, () => pollRound(state, poll, caps));
}

/** The claim that the disagreement turns on. */
async function cruxBefore(
  state: DebateState,
  round: number,
  speakers: readonly Seat[],
): Promise<string | null> {
  const { findCrux } = await import("./crux/find-crux.ts");
  return findCrux(state, round, () => prepareAll(state, speakers, round).map(({ call }) => call));
}

/** Traces a round that takes place. A round that a cap prevents leaves no span. */
function traced(
  { ports }: DebateState,
  round: number,
  hold: () => Promise<string | null>,
): Promise<string | null> {
  if (ports.describeCall === null) return hold();
  return ports.span("debate.round", { round_number: round }, async (set) => {
    const reason = await hold();
    set("convergence_score", lastCounting(ports.rounds)?.agreement ?? 0);
    set("stopped_early", reason !== null);
    return reason;
  });
}

async function decide(state: DebateState, stopReason: string, caps: Caps): Promise<void> {
  const { config, ports } = state;
  const strategy =
    typeof config.decide === "function" ? config.decide.name || "custom" : config.decide.type;
  const [decided, doubt] = await ports.span("debate.aggregate", { strategy }, async (set) => {
    const voted = state.seats.some(({ vote }) => vote !== null);
    const concluded = voted ? await conclude(state, stopReason, caps, set) : answerOfNobody(state);
    const event = withMissing(state, withGuarantee(state, withStakes(state, concluded)));
    const found = doubtAbout(state, event);
    if (event.confidence !== null) set("final_confidence", event.confidence);
    set("escalate_to_human", found !== null);
    ports.emit(event);
    return [event, found];
  });
  if (config.report !== null) {
    const { writeReport } = await import("./report/write-report.ts");
    await writeReport(state, { event: decided, settled: doubt === null });
  }
  if (doubt !== null) await escalate(state, decided, doubt);
}

/** The router was sure, so its answer is the result and no debate takes place. */
function singleAnswer({ reader }: DebateState, { event, answer, unit }: Routed): SynthesizedEvent {
  return {
    type: "debate.synthesized",
    method: "routed",
    basis: reader?.basis ?? "exact",
    answer,
    unit,
    text: event.text,
    reasoning: event.reasoning,
    confidence: event.confidence,
    confidenceBasis: event.confidence === null ? null : "self_reported",
    winner: null,
    tally: [],
    dissent: [],
    calls: [],
    fallback: null,
    stopReason: "routed",
  };
}
