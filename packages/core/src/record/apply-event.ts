import type { StartedEvent } from "../protocol/started-event.ts";
import { findLastCounting, findLatestVote } from "../decide/votes.ts";
import type {
  ComparedEvent,
  DebaterCancelledEvent,
  DebaterFailedEvent,
  ResponseEvent,
  ReviewedEvent,
  RoundCompletedEvent,
  Standing,
  StoredEvent,
} from "../protocol/events.ts";
import type { PaidCall } from "../protocol/paid-call.ts";
import type { HeardNote } from "../protocol/note.ts";
import type { SaidEvent } from "../protocol/people-events.ts";
import type { Position, Round } from "../protocol/position.ts";
import { continuesReply } from "../protocol/step-id.ts";
import type { RecordState } from "./record-state.ts";
import { sumCosts } from "../protocol/costs.ts";
import { findHeadline } from "./headline.ts";

/** Applies an event. Events that it invalidates must have been removed from the state before. */
export function applyEvent(state: RecordState, event: StoredEvent): void {
  state.waits.apply(event);
  switch (event.type) {
    case "debate.started":
      state.id = event.debateId;
      state.started = event;
      state.kind = (event as Partial<StartedEvent>).rules?.answer ?? "auto";
      state.names = event.panel.map(({ name }) => name);
      break;
    case "debate.routed":
      state.routed = event;
      state.callLog.add(event.calls);
      break;
    case "debate.round_started":
      openRound(state, event.round, event.asked);
      break;
    case "debate.response":
      state.callLog.add(event.calls);
      placePosition(state, createSpokenPosition(event, state.kind));
      break;
    case "debate.debater_failed":
      state.callLog.add(event.calls);
      placePosition(state, createFailedPosition(event));
      break;
    case "debate.debater_cancelled":
      state.callLog.add(event.calls);
      placePosition(state, createCancelledPosition(event));
      break;
    case "debate.compared":
      addComparison(state, event);
      break;
    case "debate.crux":
    case "debate.claims":
    case "debate.memo":
    case "debate.audited":
      state.inquiries.push(event);
      state.callLog.add(event.calls);
      break;
    case "debate.round_completed":
      recordRoundEnd(state, event);
      break;
    case "debate.converged":
      state.converged = true;
      break;
    case "debate.balloting":
      state.phase = "balloting";
      for (const panelIndex of findPanelIndexes(state, event.asked)) {
        state.callLog.announce({ role: "ballot", panelIndex });
      }
      break;
    case "debate.balloted":
      state.phase = "deciding";
      state.balloted = event;
      state.callLog.add(event.calls);
      break;
    case "debate.judging":
      state.phase = "judging";
      state.callLog.judgeCalls = event.times ?? 1;
      break;
    case "debate.synthesized":
      state.phase = "deciding";
      state.decided = event;
      state.callLog.add(event.calls);
      break;
    case "debate.escalated":
      state.escalated = true;
      break;
    case "debate.reviewed":
      state.reviewed = event;
      if (event.regrouped) applyGroups(state.rounds, event.regrouped);
      break;
    case "debate.outcome":
      state.outcome = event.outcome;
      break;
    case "debate.completed":
    case "debate.failed":
      state.status = event.type === "debate.completed" ? "completed" : "failed";
      if (event.type === "debate.failed") state.error = event.error;
      state.startWarnings = event.startWarnings ?? null;
      state.endWarnings = event.warnings ?? [];
      state.reissued = event.reissued;
      state.durationMs = event.durationMs;
      state.callLog.unreported = [...event.calls];
      break;
    case "debate.said":
      state.notes.push(toHeardNote(event));
      break;
    case "debate.budget_exceeded":
      state.shortage = event.shortage;
      break;
    case "debate.part_reported":
    case "debate.settled":
    case "debate.budget_warning":
    case "debate.waiting":
    case "debate.proceeded":
      break;
    default:
      // New event types don't compile until they are handled here.
      event satisfies never;
  }
}

/** Panel indexes of these debaters. Names that aren't in the panel, which only a damaged record has, are left out. */
function findPanelIndexes({ names }: RecordState, debaters: readonly string[]): number[] {
  return debaters.map((name) => names.indexOf(name)).filter((panelIndex) => panelIndex >= 0);
}

function openRound(state: RecordState, index: number, askedNames: readonly string[]): void {
  state.phase = "round";
  for (const panelIndex of findPanelIndexes(state, askedNames)) {
    state.callLog.announce({ role: "debater", panelIndex, round: index });
  }
  const positions = state.names.map((name, member) => {
    const latestVote = askedNames.includes(name) ? null : findLatestVote(state.rounds, member);
    return latestVote ? createKeptPosition(latestVote, index) : createEmptyPosition(name, index);
  });
  state.rounds.push({ index, positions, agreement: 0, stopped: false });
}

function placePosition(state: RecordState, position: Position): void {
  const round = state.rounds[position.round];
  for (const panelIndex of findPanelIndexes(state, [position.debater])) {
    if (round) round.positions[panelIndex] = position;
  }
}

function addComparison(state: RecordState, event: ComparedEvent): void {
  state.compared.push(event);
  state.callLog.add(event.calls);
  const round = event.what === "positions" ? state.rounds[event.round] : undefined;
  if (round) round.compared = event.groups;
}

function recordRoundEnd(state: RecordState, event: RoundCompletedEvent): void {
  const round = state.rounds[event.round];
  if (!round) return;
  round.agreement = event.agreement;
  round.stopped = event.stopped;
  state.missing.push(...(event.missing ?? []));
  state.phase = "deciding";
  state.completedRounds = event.round + 1;
  if (event.unisolated) round.unisolated = event.unisolated;
  if (event.unprotected !== undefined) round.unprotected = event.unprotected;
  if (event.uncompared) round.uncompared = true;
  if (event.shortfall !== undefined) round.shortfall = event.shortfall;
  event.standings.forEach((standing, member) => {
    const position = round.positions[member];
    if (!position) return;
    applyStanding(position, standing, state.kind);
    const verdict = event.verdicts?.[standing.cluster ?? -1];
    if (verdict !== undefined) position.verdict = verdict;
    const check = event.checks?.[standing.cluster ?? -1];
    if (check != null) position.check = check;
  });
}

/** Applies a person's groups to the last round that counts. */
function applyGroups(
  rounds: readonly Round[],
  { tally, agreement }: NonNullable<ReviewedEvent["regrouped"]>,
): void {
  const round = findLastCounting(rounds);
  if (!round) return;
  const findSeatByName = (name: string | undefined): number =>
    round.positions.findIndex(({ debater }) => debater === name);
  const groups = tally
    .map(({ debaters }) => debaters)
    .sort((a, b) => b.length - a.length || findSeatByName(a[0]) - findSeatByName(b[0]));
  round.agreement = agreement;
  round.regrouped = true;
  for (const position of round.positions) {
    const group = groups.findIndex((names) => names.includes(position.debater));
    if (position.cluster !== null) position.cluster = group;
  }
}

export function toHeardNote({ round, note, from }: SaidEvent): HeardNote {
  return from === undefined ? { round, note } : { round, note, from };
}

/** Position of a member in a round before its reply. */
function createEmptyPosition(debater: string, round: number): Position {
  return {
    debater,
    round,
    status: "not_asked",
    text: "",
    answer: null,
    headline: null,
    reasoning: "",
    confidence: null,
    changed: false,
    cluster: null,
  };
}

function createSpokenPosition(event: ResponseEvent, kind: string): Position {
  const cost = sumCosts(event.calls);
  const position: Position = {
    debater: event.debater,
    round: event.round,
    status: event.status,
    text: event.text,
    answer: event.answer,
    headline: findHeadline(event.answer, kind, event.text),
    reasoning: event.reasoning,
    confidence: event.confidence,
    changed: false,
    cluster: null,
    usage: cost.usage,
    costUsd: cost.costUsd,
  };
  if (event.claimedChange !== undefined) position.claimedChange = event.claimedChange;
  if (event.justification !== undefined) position.justification = event.justification;
  if (event.truncated) position.truncated = true;
  if (event.clarified) position.clarified = true;
  if (event.blind) position.blind = event.blind;
  if (event.error !== undefined) position.error = event.error;
  const { maxOutputTokens } = cost;
  if (maxOutputTokens !== undefined) position.maxOutputTokens = maxOutputTokens;
  if (event.model !== undefined) position.model = event.model;
  if (event.toolCalls !== undefined) position.toolCalls = event.toolCalls;
  setAttempts(position, event.calls);
  return position;
}

function createFailedPosition(event: DebaterFailedEvent): Position {
  const cost = sumCosts(event.calls);
  const position: Position = {
    ...createEmptyPosition(event.debater, event.round),
    status: "failed",
    usage: cost.usage,
    costUsd: cost.costUsd,
    error: event.error,
  };
  if (event.errorCode !== undefined) position.errorCode = event.errorCode;
  if (event.permanent) position.permanent = true;
  setAttempts(position, event.calls);
  return position;
}

function createCancelledPosition(event: DebaterCancelledEvent): Position {
  const { attempts, usage, costUsd } = sumCosts(event.calls);
  const position: Position = {
    ...createEmptyPosition(event.debater, event.round),
    status: "cancelled",
    text: event.text ?? "",
    usage,
    costUsd,
  };
  // 0: the call had not started.
  if (attempts !== 1) position.attempts = attempts;
  return position;
}

/** A member that was not called again keeps its position, at no cost. */
function createKeptPosition(previous: Position, round: number): Position {
  const { debater, text, answer, headline, reasoning, confidence } = previous;
  const keptFields = { status: "kept" as const, text, answer, headline, reasoning, confidence };
  return { ...createEmptyPosition(debater, round), ...keptFields };
}

export function applyStanding(position: Position, standing: Standing, kind: string): void {
  position.status = standing.status;
  // The kind of the answers was not known when the reply arrived.
  if (standing.status === "spoke") delete position.error;
  position.answer = standing.answer;
  position.headline = findHeadline(standing.answer, kind, position.text);
  position.changed = standing.changed;
  position.cluster = standing.cluster;
  if (standing.label !== undefined) position.label = standing.label;
  if (standing.fullest) position.fullest = true;
  if (standing.critique !== undefined) position.critique = standing.critique;
  if (standing.side !== undefined) position.side = standing.side;
}

/** Counts neither turns after a tool nor further parts of the material as attempts. */
function setAttempts(position: Position, calls: readonly PaidCall[]): void {
  const turns = calls.filter(({ step }) => continuesReply(step)).length;
  const attempts = sumCosts(calls).attempts - turns;
  if (attempts > 1) position.attempts = attempts;
}
