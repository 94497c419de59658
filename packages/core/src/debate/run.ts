import { findLastCounting } from "../decide/votes.ts";
import type { SynthesizedEvent } from "../protocol/events.ts";
import { mayAsk, prepareAll, type MemberReply, type PreparedCall } from "./asking/ask.ts";
import { arguedRounds, isDraft, isReview } from "./config/debate-kinds.ts";
import { conclude, createDecisionEvent, handOver } from "./deciding/conclude.ts";
import { findCalibration, withGuarantee } from "./config/guarantee.ts";
import type { Ports, SetAttribute } from "./state/ports.ts";
import { createSpendGuard, type SpendGuard } from "./spending/reserve.ts";
import { asksInBatches, findPatience, type BatchPoll } from "./config/race-policy.ts";
import type { ResolvedConfig, ResolvedSides, Task } from "./config/resolved-config.ts";
import { escalate, findDoubt } from "./human-review/review.ts";
import { reachesQuorum } from "./rounds/quorum.ts";
import { closeRound, runRound, pauseAfter, type ChooseStop } from "./rounds/round.ts";
import type { Routed } from "./route.ts";
import {
  createDebateState,
  noteMissing,
  listRevisingSeats,
  withMissing,
  type DebateState,
  type Seat,
} from "./state/state.ts";

/** Runs one debate: route, argue in rounds, decide, escalate. Everything it learns becomes an event. */
export async function runDebate(config: ResolvedConfig, task: Task, ports: Ports): Promise<void> {
  const state = createDebateState(config, task, ports);
  if (config.members.every(({ tools }) => tools === undefined)) return runProtocol(state);
  // Like all protocols and features that most debates don't use, tools are loaded on demand: a first debate starts
  // sooner, and a page loads less.
  const { withTools } = await import("./tools/open-tools.ts");
  return withTools(state, () => runProtocol(state));
}

async function runProtocol(state: DebateState): Promise<void> {
  const { config, ports } = state;
  const spendGuard = createSpendGuard(state);
  if (config.route.type !== "always") {
    const { route } = await import("./route.ts");
    const routed = await route(state, spendGuard);
    if (routed !== null) return ports.emit(createRoutedDecision(state, routed));
  }
  for (const missing of config.impossibleParts) noteMissing(state, missing);
  if (isReview(config)) return findProblems(state, spendGuard);
  if (isDraft(config)) return draft(state, spendGuard);
  return config.sides === null
    ? argue(state, spendGuard)
    : argueBySides(state, spendGuard, config.sides);
}

async function findProblems(state: DebateState, spendGuard: SpendGuard): Promise<void> {
  const { runFindings } = await import("./findings/run-findings.ts");
  return runFindings(state, spendGuard);
}

async function draft(state: DebateState, spendGuard: SpendGuard): Promise<void> {
  const { runDraft } = await import("./drafting/run-draft.ts");
  return runDraft(state, spendGuard);
}

/** Runs a debate with sides. Without two leaders in round 0 there is nothing to argue about, and the panel decides. */
async function argueBySides(
  state: DebateState,
  spendGuard: SpendGuard,
  { answers }: ResolvedSides,
): Promise<void> {
  const { assignLeaders, assignListed } = await import("./sides/assign.ts");
  const { runSides } = await import("./sides/run-sides.ts");
  const rounds = arguedRounds(state.config);
  if (answers !== "leaders")
    return runSides(state, spendGuard, assignListed(state, answers), rounds);
  const stopReason = await runVotedRound(state, spendGuard, 0, () => null);
  const assignment = stopReason === null ? assignLeaders(state) : null;
  await pauseAfter(state, 0, assignment !== null);
  if (assignment === null) return decide(state, stopReason ?? "agreed", spendGuard);
  return runSides(state, spendGuard, assignment, rounds);
}

/** Runs rounds until a rule, a cap or the last round ends them; then the panel decides. */
async function argue(state: DebateState, spendGuard: SpendGuard): Promise<void> {
  const { config, ports } = state;
  for (let round = 0; round <= config.rounds; round++) {
    const stopReason = await runVotedRound(state, spendGuard, round);
    const hasNextRound = stopReason === null && round < config.rounds;
    await pauseAfter(state, round, hasNextRound);
    for (const warning of ports.budget?.warnings() ?? []) {
      ports.emit({ type: "debate.budget_warning", ...warning });
    }
    if (stopReason !== null) return decide(state, stopReason, spendGuard);
  }
  return decide(state, "max_rounds", spendGuard);
}

/**
 * Runs one round: all debaters are asked from the same snapshot, and the next round waits for all replies. Returns
 * why the debate ends with it.
 */
async function runVotedRound(
  state: DebateState,
  spendGuard: SpendGuard,
  round: number,
  rule?: ChooseStop,
): Promise<string | null> {
  const { config, seats, ports } = state;
  ports.beginRound(round);
  const poll = asksInBatches(config.poll) ? config.poll : null;
  if (round === 0 && (poll !== null || config.verify?.select))
    return pollFirst(state, poll, spendGuard);
  const seatsToAsk = round === 0 ? seats : listRevisingSeats(state, round);
  const speakers = seatsToAsk.filter((seat) => mayAsk(state, seat, round));
  // Too few debaters are left for a valid round, so it would only cost.
  if (round > 0 && !reachesQuorum(state, speakers)) return "panel_failed";
  const crux = round > 0 && config.crux !== null ? await cruxBefore(state, round, speakers) : null;
  const preparedCalls = prepareAll(state, speakers, round, crux);
  const patienceMs = rule === undefined ? findPatience(config, round) : null;
  return runRound(state, spendGuard, round, preparedCalls, {
    ...(patienceMs === null ? {} : { ask: () => race(state, round, preparedCalls, patienceMs) }),
    async close(answered, setAttribute, shortage) {
      const stop = await closeRound(state, round, answered, rule);
      traceRound(state, setAttribute, stop !== null || shortage !== null);
      return stop?.reason ?? null;
    },
  });
}

async function race(
  state: DebateState,
  round: number,
  preparedCalls: readonly PreparedCall[],
  patienceMs: number,
): Promise<MemberReply[]> {
  const { askUntilCertain } = await import("./rounds/race.ts");
  return askUntilCertain(state, round, preparedCalls, patienceMs);
}

async function pollFirst(
  state: DebateState,
  poll: BatchPoll | null,
  spendGuard: SpendGuard,
): Promise<string | null> {
  const { pollRound } = await import("./rounds/poll.ts");
  const { selectRound } = await import("./rounds/select.ts");
  return state.ports.span("debate.round", { round_number: 0 }, async (setAttribute) => {
    const reason = await (poll === null
      ? selectRound(state, spendGuard)
      : pollRound(state, poll, spendGuard));
    traceRound(state, setAttribute, reason !== null);
    return reason;
  });
}

/** Adds the outcome of a round to its span. */
function traceRound({ ports }: DebateState, setAttribute: SetAttribute, stopped: boolean): void {
  setAttribute("convergence_score", findLastCounting(ports.rounds)?.agreement ?? 0);
  setAttribute("stopped_early", stopped);
}

/** The claim that the disagreement turns on. */
async function cruxBefore(
  state: DebateState,
  round: number,
  speakers: readonly Seat[],
): Promise<string | null> {
  const { findCrux } = await import("./inquiries/find-crux.ts");
  return findCrux(state, round, () => prepareAll(state, speakers, round).map(({ call }) => call));
}

async function decide(
  state: DebateState,
  stopReason: string,
  spendGuard: SpendGuard,
): Promise<void> {
  const { config, ports } = state;
  const strategy =
    typeof config.decide === "function" ? config.decide.name || "custom" : config.decide.type;
  const [decided, doubt] = await ports.span(
    "debate.aggregate",
    { strategy },
    async (setAttribute) => {
      const event = withMissing(
        state,
        await decideAnswer(state, stopReason, spendGuard, setAttribute),
      );
      const openDoubt = findDoubt(state, event);
      if (event.confidence !== null) setAttribute("final_confidence", event.confidence);
      setAttribute("escalate_to_human", openDoubt !== null);
      ports.emit(event);
      return [event, openDoubt];
    },
  );
  const refuted = config.audit !== null && (await audit(state, decided));
  if (config.report !== null) {
    const { writeReport } = await import("./inquiries/write-report.ts");
    await writeReport(state, { event: decided, isDecided: doubt === null && !refuted });
  }
  if (doubt !== null) await escalate(state, decided, doubt);
  else if (refuted) await escalate(state, decided, { agreement: 1, tied: false });
}

/** True if another model refutes a unanimous answer. */
async function audit(state: DebateState, decided: SynthesizedEvent): Promise<boolean> {
  const { auditAnswer } = await import("./inquiries/audit-answer.ts");
  return auditAnswer(state, decided);
}

async function decideAnswer(
  state: DebateState,
  stopReason: string,
  spendGuard: SpendGuard,
  setAttribute: SetAttribute,
): Promise<SynthesizedEvent> {
  const { config, seats } = state;
  const voted = seats.some(({ vote }) => vote !== null);
  const decided = voted
    ? await conclude(state, stopReason, spendGuard, setAttribute)
    : handOver(state);
  const event = await addStakesOrGuarantee(state, decided);
  const calibration = findCalibration(config);
  if (calibration === null) return event;
  const { withShift } = await import("./deciding/shift.ts");
  return withShift(state, calibration, event);
}

/** Adds the expected cost of the answer, or its guarantee. */
async function addStakesOrGuarantee(
  state: DebateState,
  decided: SynthesizedEvent,
): Promise<SynthesizedEvent> {
  const { config } = state;
  if (config.stakes !== null) {
    const { withStakes } = await import("./rounds/stakes.ts");
    return withStakes(state, decided);
  }
  return decided.stopReason === "decided" ? withGuarantee(state, decided) : decided;
}

/** The router was sure, so its answer is the result and no debate takes place. */
function createRoutedDecision(
  { reader }: DebateState,
  { event, answer, unit }: Routed,
): SynthesizedEvent {
  return createDecisionEvent({
    method: "routed",
    basis: reader?.basis ?? "exact",
    answer,
    unit,
    text: event.text,
    reasoning: event.reasoning,
    confidence: event.confidence,
    confidenceBasis: event.confidence === null ? null : "self_reported",
    stopReason: "routed",
  });
}
